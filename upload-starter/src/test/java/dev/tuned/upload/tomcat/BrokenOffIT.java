/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.tuned.upload.FormData;
import dev.tuned.upload.RawClient;
import dev.tuned.upload.RecordingListener;
import dev.tuned.upload.UploadServer;
import dev.tuned.upload.storage.UploadStorage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Clients that go away or stall. */
class BrokenOffIT {

    @TempDir
    private static Path directory;

    private static UploadServer server;

    private RecordingListener listener;

    @BeforeAll
    static void start() {
        server = new UploadServer(
                FormApplication.class,
                "spring.servlet.multipart.location=" + directory,
                "tuned.upload.threshold=100KB",
                "server.tomcat.connection-timeout=2s");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void forget() {
        listener = server.bean(RecordingListener.class);
        listener.heard().clear();
    }

    @ParameterizedTest
    @CsvSource({
        "/file, boundary, 10",
        "/file, headers, 60",
        "/file, memory, 20000",
        "/file, file, 300000",
        "/file, delimiter, -20",
        "/file, end, -4",
        "/stream-later, boundary, 10",
        "/stream-later, headers, 60",
        "/stream-later, content, 20000",
        "/stream-later, delimiter, -20"
    })
    void clientGoesAway(String path, String stage, int at) throws Exception {
        byte[] body = body();
        try (RawClient client = new RawClient(server.port())) {
            client.head(path, "Content-Length: " + body.length);
            client.send(Arrays.copyOf(body, (at < 0) ? body.length + at : at));
            await().until(() -> !listener.heard().isEmpty());
            client.reset();
        }
        endsWith("^client-aborted");
    }

    @Test
    void clientThatStallsIsAnswered() throws Exception {
        assertThat(stalledAnswer("/file")).startsWith("HTTP/1.1 408 ");
        endsWith("^too-slow");
    }

    /** Where another thread reads, Tomcat closes the connection at the time-out, or that thread answers: whichever is first. */
    @Test
    void clientThatStallsIsAnsweredOrClosedWhereAnotherThreadReads() throws Exception {
        String answer = stalledAnswer("/stream-later");
        assertThat(answer).containsPattern("^$|^HTTP/1.1 408 ");
        // Closed by Tomcat, the request ends before its reader has noticed, or just after.
        endsWith(answer.isEmpty() ? "^(abandoned|too-slow)" : "^too-slow");
    }

    private String stalledAnswer(String path) throws Exception {
        byte[] body = body();
        try (RawClient client = new RawClient(server.port())) {
            client.head(path, "Content-Length: " + body.length).send(Arrays.copyOf(body, 300_000));
            return client.readAll();
        }
    }

    private static byte[] body() {
        byte[] body = new FormData().file("file", "a", FormData.random(400_000)).bytes();
        assertThat(new String(body, 0, 100, ISO_8859_1)).contains("Disposition");
        return body;
    }

    private void endsWith(String outcomePattern) {
        await().untilAsserted(() -> {
            assertThat(listener.heard()).hasSize(2).last().asString().containsPattern(outcomePattern);
            assertThat(server.bean(UploadStorage.class).memoryUsed()).isZero();
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".tmp"));
            }
        });
    }
}
