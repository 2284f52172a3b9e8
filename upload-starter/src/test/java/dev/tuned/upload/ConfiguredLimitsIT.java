/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Limits as the properties set them, by what a client is told. */
class ConfiguredLimitsIT {

    private static final List<String> BOTH = List.of("/parts", "/stream");

    @Test
    void tenThousandTinyPartsPassWhereTheyMay() throws Exception {
        FormData form = new FormData();
        for (int i = 0; i < 10_000; i++) {
            form.field("a", "b");
        }
        byte[] body = form.bytes();
        assertThat(answers(BOTH, body, "tuned.upload.max-parts=10000", "tuned.upload.max-total-header-size=1MB"))
                .allSatisfy(
                        answer -> assertThat(answer).startsWith("HTTP/1.1 200 ").contains("parts 10000"));
        assertThat(answers(BOTH, body))
                .allSatisfy(answer -> assertThat(answer)
                        .startsWith("HTTP/1.1 413 ")
                        .contains("\"reason\":\"too-many-parts\",\"limit\":50,\"actual\":51,"
                                + "\"property\":\"tuned.upload.max-parts\""));
        assertThat(answers(BOTH, body, "tuned.upload.max-parts=-1"))
                .allSatisfy(answer -> assertThat(answer)
                        .startsWith("HTTP/1.1 413 ")
                        .contains("\"reason\":\"header-too-large\"")
                        .contains("\"property\":\"tuned.upload.max-total-header-size\""));
    }

    @ParameterizedTest
    @CsvSource({
        "spring.servlet.multipart.max-file-size=1KB, file-too-large, 1024",
        "spring.servlet.multipart.max-request-size=2KB, request-too-large, 2048",
        "server.tomcat.max-part-count=1, too-many-parts, 1",
        "server.tomcat.max-part-header-size=64B, header-too-large, 64",
        "server.tomcat.max-http-form-post-size=10B, field-too-large, 10",
        "tuned.upload.max-field-size=10B, field-too-large, 10",
        "tuned.upload.max-part-header-size=64B, header-too-large, 64",
    })
    void answerNamesThePropertyInForce(String property, String reason, long limit) throws Exception {
        byte[] body = new FormData()
                .field("a", "more than ten bytes")
                .file("file", "a", new byte[5000])
                .bytes();
        assertThat(answer(body, property, "tuned.upload.max-file-size=2MB", "tuned.upload.max-parts=3"))
                .startsWith("HTTP/1.1 413 ")
                .contains("\"reason\":\"" + reason + "\",\"limit\":" + limit + ",")
                .contains("\"property\":\"" + property.substring(0, property.indexOf('=')) + "\"");
    }

    @Test
    void filesBelowTheFloorOfFreeSpaceAreRefused() throws Exception {
        byte[] body = new FormData().file("file", "a", new byte[5000]).bytes();
        assertThat(answer(body, "tuned.upload.threshold=1KB", "tuned.upload.min-free-space=8000000TB"))
                .startsWith("HTTP/1.1 507 ")
                .contains("\"reason\":\"storage-full\"")
                .contains("\"property\":\"tuned.upload.min-free-space\"");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "needs tmpfs, a file system in memory")
    void fullDiskIsToldAndNothingStays(@TempDir Path mountPoint) throws Exception {
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", mountPoint.toString()) == 0;
        assumeThat(mounted).as("needs to be root, to mount a file system").isTrue();
        byte[] body = new FormData().file("file", "a", new byte[3 << 20]).bytes();
        try (DefenceServer server = new DefenceServer(
                        "tuned.upload.location=" + mountPoint,
                        "tuned.upload.max-file-size=5MB",
                        "tuned.upload.linger.max-time=2m");
                RawClient client = new RawClient(server.port())) {
            client.head("/parts", "Content-Length: " + body.length, "Connection: close");
            assertThat(client.send(body).readAll()).startsWith("HTTP/1.1 507 ").contains("\"reason\":\"storage-full\"");
            assertThat(server.files()).isZero();
            assertThat(server.memoryUsed()).isZero();
        } finally {
            assertThat(run("umount", mountPoint.toString())).isZero();
        }
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    private static String answer(byte[] body, String... properties) throws Exception {
        return answers(List.of("/parts"), body, properties).get(0);
    }

    /** Of one server, by these paths. */
    private static List<String> answers(List<String> paths, byte[] body, String... properties) throws Exception {
        // A busy machine may hold the client up while it sends what is refused.
        String[] all = Arrays.copyOf(properties, properties.length + 1);
        all[properties.length] = "tuned.upload.linger.max-time=2m";
        List<String> answers = new ArrayList<>();
        try (DefenceServer server = new DefenceServer(all)) {
            for (String path : paths) {
                try (RawClient client = new RawClient(server.port())) {
                    client.head(path, "Content-Length: " + body.length, "Connection: close");
                    answers.add(client.send(body).readAll());
                }
            }
        }
        return answers;
    }
}
