/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.tuned.upload.FormData;
import dev.tuned.upload.RawClient;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Processes with a heap of 64 MB, and one that is killed. */
@Tag("thorough")
class SmallHeapIT {

    @ParameterizedTest
    @CsvSource({"64m, G1, 180, 45, 5120", "96m, G1, 400, 1, 1048576"})
    void uploadsThatAreHeldHalfWayAreAllAnswered(String heap, String collector, int clients, int files, int size)
            throws Exception {
        holdHalfWay(heap, collector, clients, files, size);
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({
        "64m, G1, 300, 1, 1048576",
        "64m, Serial, 300, 1, 1048576",
        "64m, Serial, 120, 45, 5120",
        "128m, Serial, 180, 45, 5120",
        "256m, G1, 400, 45, 5120"
    })
    void soAreThoseOfOtherHeaps(String heap, String collector, int clients, int files, int size) throws Exception {
        holdHalfWay(heap, collector, clients, files, size);
    }

    /** Each request is held half-way until all are, and then sent to its end, as stock answers them all. */
    private static void holdHalfWay(String heap, String collector, int clients, int files, int size) throws Exception {
        FormData form = new FormData();
        for (int i = 0; i < files; i++) {
            form.file("file" + i, "name" + i, FormData.random(size));
        }
        byte[] body = form.bytes();
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try (ServerProcess server = new ServerProcess(
                List.of("-Xmx" + heap, "-XX:+Use" + collector + "GC", "-XX:+ExitOnOutOfMemoryError"),
                "spring.servlet.multipart.max-file-size=2MB",
                "server.tomcat.threads.max=400",
                "server.tomcat.max-part-count=50",
                "server.tomcat.connection-timeout=10m", // A client waits for the slowest one.
                "logging.level.root=off")) {
            CyclicBarrier halfSent = new CyclicBarrier(clients);
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                answers.add(threads.submit(() -> {
                    try (RawClient client = new RawClient(server.port())) {
                        client.head("/sizes", "Content-Length: " + body.length, "Connection: close");
                        client.send(Arrays.copyOf(body, body.length / 2));
                        halfSent.await(10, TimeUnit.MINUTES);
                        client.send(Arrays.copyOfRange(body, body.length / 2, body.length));
                        return client.readAll();
                    }
                }));
            }
            for (Future<String> answer : answers) {
                assertThat(answer.get(10, TimeUnit.MINUTES))
                        .startsWith("HTTP/1.1 200 ")
                        .endsWith(files + " of " + (long) files * size);
            }
            assertThat(server.isAlive()).isTrue();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @DisplayName("A file that the handler has no memory for fails its own request only, and leaves nothing")
    void fileThatTheHandlerHasNoMemoryFor(@TempDir Path directory) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(4);
        try (ServerProcess server = new ServerProcess(
                List.of("-Xmx48m", "-XX:+UseSerialGC"),
                "spring.servlet.multipart.location=" + directory,
                "spring.servlet.multipart.max-file-size=100MB",
                "spring.servlet.multipart.max-request-size=100MB",
                "server.tomcat.connection-timeout=10m",
                "logging.level.root=off")) {
            for (Future<String> answer :
                    clients.invokeAll(Collections.<Callable<String>>nCopies(4, () -> send(server, "/bytes", 48)))) {
                assertThat(answer.get()).startsWith("HTTP/1.1 500 ");
            }
            try (RawClient client = new RawClient(server.port())) {
                byte[] body = new FormData()
                        .file("file", "a", FormData.random(100_000))
                        .bytes();
                client.head("/file", "Content-Length: " + body.length, "Connection: close")
                        .send(body);
                assertThat(client.readAll()).startsWith("HTTP/1.1 200 ").contains("100000 ");
            }
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".tmp"));
            }
        } finally {
            clients.shutdownNow();
        }
    }

    @Tag("nightly")
    @Test
    @DisplayName("A JVM without the module jdk.management, which says what a collection left, takes uploads")
    void uploadToAJvmWithoutItsManagementModule() throws Exception {
        List<String> options =
                List.of("-Xmx48m", "-XX:+UseSerialGC", "--limit-modules", "java.se,jdk.unsupported,jdk.zipfs");
        try (ServerProcess server = new ServerProcess(options, "logging.level.root=off")) {
            assertThat(send(server, "/file", 1)).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void streamedFileMayBeTenTimesAsLargeAsTheHeap() throws Exception {
        try (ServerProcess server = new ServerProcess(
                List.of("-Xmx48m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"),
                "spring.servlet.multipart.max-file-size=1GB",
                "spring.servlet.multipart.max-request-size=1GB",
                "spring.mvc.async.request-timeout=10m",
                "logging.level.root=off")) {
            assertThat(send(server, "/stream-later", 480)).startsWith("HTTP/1.1 200 ");
            assertThat(server.isAlive()).isTrue();
        }
    }

    private static String send(ServerProcess server, String path, int megabytes) throws Exception {
        byte[] form = new FormData().file("file", "a", new byte[0]).bytes();
        int content = new String(form, ISO_8859_1).indexOf("\r\n\r\n") + 4;
        try (RawClient client = new RawClient(server.port())) {
            long length = form.length + ((long) megabytes << 20);
            client.head(path, "Content-Length: " + length, "Connection: close");
            client.send(Arrays.copyOf(form, content));
            byte[] piece = FormData.random(1 << 20);
            for (int i = 0; i < megabytes; i++) {
                client.send(piece);
            }
            client.send(Arrays.copyOfRange(form, content, form.length));
            return client.readAll();
        }
    }

    @Test
    void filesOfAKilledProcessAreRemovedAtTheNextStart(@TempDir Path directory) throws Exception {
        String location = "spring.servlet.multipart.location=" + directory;
        byte[] body = new FormData().file("file", "a", FormData.random(900_000)).bytes();
        try (ServerProcess server =
                        new ServerProcess(List.of("-XX:+UseSerialGC"), location, "tuned.upload.threshold=0");
                RawClient client = new RawClient(server.port())) {
            client.head("/file", "Content-Length: " + body.length);
            client.send(Arrays.copyOf(body, 500_000));
            await().until(() -> files(directory) == 2);
            server.kill();
        }
        assertThat(files(directory)).isEqualTo(2);
        try (ServerProcess server = new ServerProcess(List.of("-XX:+UseSerialGC"), location)) {
            await().until(() -> files(directory) == 0);
            assertThat(server.isAlive()).isTrue();
        }
    }

    private static long files(Path directory) throws Exception {
        try (Stream<Path> all = Files.list(directory)) {
            return all.count();
        }
    }
}
