/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.DigestUtils;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Where parts are while a real server handles them, and what is left afterwards. */
@ExtendWith(OutputCaptureExtension.class)
class UploadStorageIT {

    private static final String LIMIT = "spring.servlet.multipart.max-file-size=10MB";

    private static final String OFF = "tuned.upload.enabled=false";

    /** For tests that leave it as it was. */
    private static UploadServer tuned;

    private static UploadServer stock;

    @BeforeAll
    static void start() {
        tuned = new UploadServer(LIMIT);
        stock = new UploadServer(LIMIT, OFF);
    }

    @AfterAll
    static void stop() {
        tuned.close();
        stock.close();
    }

    @BeforeEach
    void nothingIsThere() {
        awaitEmpty(tuned.directory());
    }

    @Test
    void fieldsAndPartsWithinTheThresholdTouchNoDisk() throws Exception {
        assertThat(tuned.post("/temp-files", fiveFields())).isEqualTo("0");
        assertThat(stock.post("/temp-files", fiveFields())).isEqualTo("5");
        assertThat(tuned.post("/temp-files", file(500_000))).isEqualTo("0");
        // Tomcat may remove those five after it has answered.
        await().untilAsserted(() ->
                assertThat(stock.post("/temp-files", file(500_000))).isEqualTo("1"));
        assertThat(tuned.post("/temp-files", file(1 << 20))).isEqualTo("0");
    }

    @Test
    void partAboveTheThresholdIsInThePrivateDirectoryUntilTheRequestEnds(CapturedOutput output) throws Exception {
        Path directory;
        try (UploadServer server = new UploadServer(LIMIT)) {
            directory = server.directory();
            assertThat(permissions(directory)).isEqualTo("rwx------");
            assertThat(server.post("/temp-files", file((1 << 20) + 1))).isEqualTo("1");
            assertThat(server.post("/temp-files", file(2 << 20))).isEqualTo("1");
            awaitEmpty(directory);
            assertThat(output)
                    .containsOnlyOnce("files up to 1MB stay in memory while all together are below 64MB, others go to "
                            + directory + " (rwx------)");
        }
        assertThat(directory).doesNotExist();
    }

    @Test
    void thresholdIsThatOfTheProperty() throws Exception {
        try (UploadServer server = new UploadServer(LIMIT, "tuned.upload.threshold=10KB")) {
            assertThat(server.post("/temp-files", file(10 * 1024))).isEqualTo("0");
            assertThat(server.post("/temp-files", file(10 * 1024 + 1))).isEqualTo("1");
        }
        try (UploadServer server = new UploadServer(LIMIT, "tuned.upload.threshold=0")) {
            assertThat(server.post("/temp-files", file(0))).isEqualTo("0");
            assertThat(server.post("/temp-files", file(1))).isEqualTo("1");
        }
    }

    @Test
    void explicitThresholdOfBootWins(CapturedOutput output) throws Exception {
        try (UploadServer server = new UploadServer(LIMIT, "spring.servlet.multipart.file-size-threshold=0")) {
            assertThat(server.post("/temp-files", fiveFields())).isEqualTo("0");
            assertThat(server.post("/temp-files", file(1))).isEqualTo("1");
            assertThat(output).contains("files up to 0B (spring.servlet.multipart.file-size-threshold) stay");
        }
    }

    @Test
    void explicitLocationOfBootWins(@TempDir Path temp, CapturedOutput output) throws Exception {
        try (UploadServer server = new UploadServer(LIMIT, "spring.servlet.multipart.location=" + temp)) {
            assertThat(server.post("/temp-files", file(2 << 20))).isEqualTo("1");
            assertThat(output).containsPattern("go to \\S+ \\(\\S+\\) \\(spring.servlet.multipart.location\\)");
        }
        assertThat(temp).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "parameter", "part"})
    void directoryThatVanishedIsMadeAgainForWhoeverReadsFirst(String early, CapturedOutput output) throws Exception {
        Path directory = tuned.directory();
        Files.delete(directory);
        assertThat(tuned.send("/temp-files", file(2 << 20), "X-Early", early).body())
                .isEqualTo("1");
        assertThat(permissions(directory)).isEqualTo("rwx------");
        assertThat(output).containsOnlyOnce(directory + " was removed by somebody else");
        awaitEmpty(directory);
    }

    @Test
    void directoryOfTheUserKeepsItsModeAndItsFiles(@TempDir Path temp) throws Exception {
        Path location = Files.createDirectory(
                temp.resolve("up loads"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
        Path foreign = Files.createFile(location.resolve("upload_mine.tmp"));
        try (UploadServer server = new UploadServer(LIMIT, "tuned.upload.location=" + location)) {
            assertThat(server.post("/temp-files", file(2 << 20))).isEqualTo("2");
            awaitFiles(location, 1);
        }
        assertThat(permissions(location)).isEqualTo("rwxr-x---");
        assertThat(foreign).exists();
    }

    @Test
    void directoryMadeForTheUserIsPrivateAndGoesWithTheContext(@TempDir Path temp) throws Exception {
        Path location = temp.resolve("new/one");
        try (UploadServer server = new UploadServer(LIMIT, "tuned.upload.location=" + location)) {
            assertThat(server.post("/temp-files", file(2 << 20))).isEqualTo("1");
            assertThat(permissions(location)).isEqualTo("rwx------");
        }
        assertThat(location).doesNotExist();
        assertThat(temp).exists();
    }

    @Test
    void byteByByteReadingOfAPartOnDiskGoesThroughABuffer() throws Exception {
        byte[] content = FormData.random(2 << 20);
        String digest = " " + DigestUtils.md5DigestAsHex(content);
        assertThat(tuned.post("/byte-by-byte", new FormData().file("file", "a", content)))
                .isEqualTo("BufferedPartInputStream" + digest);
        assertThat(tuned.post("/byte-by-byte", file(500_000))).startsWith("SegmentInputStream ");
        assertThat(stock.post("/byte-by-byte", file(500_000))).startsWith("ChannelInputStream ");
    }

    @Test
    void transferMovesThePart(@TempDir Path temp) throws Exception {
        Path target = temp.resolve("target.bin");
        assertThat(tuned.post("/transfer", file(2 << 20).field("to", target.toString())))
                .isEqualTo("0 " + (2 << 20));
        assertThat(target).hasBinaryContent(FormData.random(2 << 20));
    }

    @Test
    void clientThatGoesAwayLeavesNothing() throws Exception {
        Path directory = tuned.directory();
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), tuned.port())) {
            byte[] body = file(4 << 20).bytes();
            String head = "POST /file HTTP/1.1\r\nHost: a\r\nContent-Type: " + FormData.CONTENT_TYPE
                    + "\r\nContent-Length: " + body.length + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(US_ASCII));
            socket.getOutputStream().write(body, 0, 2 << 20);
            socket.getOutputStream().flush();
            awaitFiles(directory, 1);
        }
        awaitEmpty(directory);
    }

    @Test
    void partAboveTheLimitIsRefusedAndLeavesNothing() throws Exception {
        try (UploadServer server = new UploadServer("spring.servlet.multipart.max-file-size=2MB")) {
            assertThat(server.send("/file", file(3 << 20)).statusCode()).isEqualTo(413);
            awaitEmpty(server.directory());
        }
    }

    @Test
    void directoryThatCannotBeMadeAgainFailsTheUploadOnly(@TempDir Path temp) throws Exception {
        Path parent = temp.resolve("parent");
        try (UploadServer server = new UploadServer(LIMIT, "tuned.upload.location=" + parent.resolve("uploads"))) {
            Files.delete(parent.resolve("uploads"));
            Files.delete(parent);
            Files.createFile(parent);
            assertThat(server.send("/file", file(2 << 20)).statusCode()).isEqualTo(500);
            assertThat(server.send("/file", file(10)).statusCode()).isEqualTo(200);
            Files.delete(parent);
            assertThat(server.send("/file", file(2 << 20)).statusCode()).isEqualTo(200);
        }
    }

    private static FormData fiveFields() {
        FormData form = new FormData();
        for (int i = 1; i <= 5; i++) {
            form.field("field" + i, "value" + i);
        }
        return form;
    }

    private static FormData file(int size) {
        return new FormData().file("file", "a.bin", FormData.random(size));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    /** The server ends a request after the client has its answer. */
    private static void awaitEmpty(Path directory) {
        awaitFiles(directory, 0);
    }

    private static void awaitFiles(Path directory, int expected) {
        await().untilAsserted(() -> {
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files).hasSize(expected);
            }
        });
    }
}
