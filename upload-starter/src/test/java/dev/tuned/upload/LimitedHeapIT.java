/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Streams through a process with a heap of 64 MB. */
class LimitedHeapIT {

    private static Process process;

    private static int port;

    @BeforeAll
    static void start() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        process = new ProcessBuilder(
                        java,
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LimitedHeapIT.class.getName())
                .redirectErrorStream(true)
                .start();
        BufferedReader output = process.inputReader(UTF_8);
        String line;
        while ((line = output.readLine()) != null) {
            if (line.startsWith("port ")) {
                port = Integer.parseInt(line.substring(5));
                return;
            }
        }
        throw new IllegalStateException("The server did not start");
    }

    @AfterAll
    static void stop() throws InterruptedException {
        process.destroy();
        process.waitFor(10, TimeUnit.SECONDS);
    }

    /** The server; ends when its parent does. */
    public static void main(String[] args) throws IOException {
        DefenceServer server = new DefenceServer(
                "tuned.upload.max-file-size=-1", "tuned.upload.max-request-size=-1", "logging.level.root=off");
        System.out.println("port " + server.port());
        new InputStreamReader(System.in, UTF_8).read();
        System.exit(0);
    }

    @Test
    void threeTimesTheHeapPasses() throws Exception {
        assertThat(stream(192)).startsWith("HTTP/1.1 200 ").contains("parts 1");
    }

    @Test
    @Tag("nightly")
    void oneGigabytePasses() throws Exception {
        assertThat(stream(1024)).startsWith("HTTP/1.1 200 ").contains("parts 1");
    }

    @Test
    void sixteenTimesTwelveMegabytesPassAtOnce() throws Exception {
        assertPassAtOnce(12);
    }

    @Test
    @Tag("nightly")
    void sixteenTimesSixtyFourMegabytesPassAtOnce() throws Exception {
        assertPassAtOnce(64);
    }

    private static void assertPassAtOnce(int megabytes) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(16);
        try {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                answers.add(clients.submit(() -> stream(megabytes)));
            }
            for (Future<String> answer : answers) {
                assertThat(answer.get(5, TimeUnit.MINUTES))
                        .startsWith("HTTP/1.1 200 ")
                        .contains("parts 1");
            }
        } finally {
            clients.shutdownNow();
        }
        assertThat(process.isAlive()).isTrue();
    }

    private static String stream(int megabytes) throws IOException {
        byte[] frame = new FormData().file("file", "a", new byte[0]).bytes();
        int content = new String(frame, UTF_8).indexOf("\r\n\r\n") + 4;
        byte[] megabyte = FormData.random(1 << 20);
        long length = frame.length + ((long) megabytes << 20);
        try (RawClient client = new RawClient(port)) {
            client.head("/stream", "Content-Length: " + length, "Connection: close");
            client.send(Arrays.copyOf(frame, content));
            for (int i = 0; i < megabytes; i++) {
                client.send(megabyte);
            }
            return client.send(Arrays.copyOfRange(frame, content, frame.length)).readAll();
        }
    }
}
