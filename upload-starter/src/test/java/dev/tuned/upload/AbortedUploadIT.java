/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.Arrays;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A client that goes away leaves a count, and nothing else. */
@ExtendWith(OutputCaptureExtension.class)
class AbortedUploadIT {

    private static final byte[] FORM = new FormData()
            .field("a", "b")
            .file("file", "a", new byte[500_000])
            .file("other", "b", new byte[10])
            .bytes();

    private static DefenceServer server;

    @BeforeAll
    static void start() {
        server = new DefenceServer("tuned.upload.threshold=1KB");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/parts, 0, true",
        "/parts, 50, true",
        "/parts, 200, false",
        "/parts, 300000, true",
        "/parts, 300000, false",
        "/parts, 500390, true",
        "/stream, 0, true",
        "/stream, 50, true",
        "/stream, 300000, true",
        "/stream, 300000, false",
        "/stream, 500390, true",
    })
    void nothingIsLeft(String path, int sent, boolean reset, CapturedOutput output) throws Exception {
        assertThat(sent).isLessThan(FORM.length - 10);
        String tier = path.substring(1);
        long before = server.outcomes(tier, "client-aborted");
        try (RawClient client = new RawClient(server.port())) {
            client.head(path, "Content-Length: " + FORM.length).send(Arrays.copyOf(FORM, sent));
            await().untilAsserted(() -> assertThat(active(tier)).isEqualTo(1));
            if (reset) {
                client.reset();
            }
        }
        await().untilAsserted(() ->
                assertThat(server.outcomes(tier, "client-aborted")).isEqualTo(before + 1));
        await().untilAsserted(() -> {
            assertThat(active(tier)).isZero();
            assertThat(server.files()).isZero();
            assertThat(server.memoryUsed()).isZero();
        });
        assertThat(output)
                .contains("tuned upload: ")
                .doesNotContain("\tat ")
                .doesNotContain("ERROR")
                .doesNotContain("WARN");
    }

    private static double active(String tier) {
        return server.meters()
                .get("tuned.upload.active")
                .tags("tier", tier)
                .gauge()
                .value();
    }
}
