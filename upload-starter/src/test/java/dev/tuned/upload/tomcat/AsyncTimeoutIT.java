/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.upload.FormData;
import dev.tuned.upload.RawClient;
import dev.tuned.upload.RecordingListener;
import dev.tuned.upload.UploadServer;
import dev.tuned.upload.storage.UploadStorage;

import static dev.tuned.upload.tomcat.FormApplication.LATE_READERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Requests that are over while another thread reads their body. */
@Tag("thorough")
class AsyncTimeoutIT {

    @TempDir
    private static Path directory;

    private static UploadServer server;

    @BeforeAll
    static void start() {
        server = new UploadServer(
                FormApplication.class,
                "spring.mvc.async.request-timeout=200ms",
                "spring.servlet.multipart.resolve-lazily=true",
                "spring.servlet.multipart.location=" + directory,
                "tuned.upload.threshold=100KB",
                "server.tomcat.connection-timeout=4s");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void forget() {
        RecordingListener listener = server.bean(RecordingListener.class);
        await().until(listener::isQuiet);
        listener.heard().clear();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/lazy-parts", "/stream-later"})
    void nothingIsLeft(String path) throws Exception {
        byte[] body = new FormData()
                .file("file", "a", FormData.random(500_000))
                .file("file", "b", FormData.random(500_000))
                .bytes();
        for (int i = 0; i < 2; i++) {
            try (RawClient client = new RawClient(server.port())) {
                client.head(path, "Content-Length: " + body.length, "Connection: close");
                client.send(Arrays.copyOf(body, (i == 0) ? 300_000 : 700_000));
                assertThat(client.readUntil("\r\n")).startsWith("HTTP/1.1 ");
            }
        }
        RecordingListener listener = server.bean(RecordingListener.class);
        await().untilAsserted(() -> {
            assertThat(listener.heard()).isNotEmpty();
            assertThat(listener.isQuiet()).isTrue();
            assertThat(server.bean(UploadStorage.class).memoryUsed()).isZero();
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files.filter(file -> file.toString().endsWith(".tmp")))
                        .isEmpty();
            }
        });
    }

    /** Tomcat alone fails it: the late reader's time-out is then that of the request which has its place. */
    @ParameterizedTest
    @CsvSource({"/lazy-parts, 503", "/stream-later, 503", "/completed-early, 200"})
    void anotherRequestIsAnswered(String path, int status) throws Exception {
        byte[] body = new FormData().file("file", "a", FormData.random(500_000)).bytes();
        for (int i = 0; i < 2; i++) {
            try (RawClient late = new RawClient(server.port());
                    RawClient other = new RawClient(server.port())) {
                late.head(path, "Content-Length: " + body.length).send(Arrays.copyOf(body, 300_000));
                assertThat(late.readUntil("\r\n")).startsWith("HTTP/1.1 " + status);
                other.head("/file", "Content-Length: " + body.length, "Connection: close");
                AtomicInteger sent = new AtomicInteger();
                await().until(() -> {
                    other.send(new byte[] {body[sent.getAndIncrement()]});
                    return LATE_READERS.get() == 0;
                });
                other.send(Arrays.copyOfRange(body, sent.get(), body.length));
                assertThat(other.readAll()).startsWith("HTTP/1.1 200 ");
            }
        }
    }
}
