/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What becomes of the answer to a client that is still sending. */
class LingeringCloseIT {

    @Test
    void clientThatSendsAllBeforeItReadsGetsToTheAnswer() throws Exception {
        assertGetsToTheAnswer(12, 16);
    }

    @Test
    @Tag("nightly")
    void clientThatSendsVeryMuchBeforeItReadsGetsToTheAnswer() throws Exception {
        assertGetsToTheAnswer(64, 80);
    }

    private static void assertGetsToTheAnswer(int megabytes, int bound) throws Exception {
        byte[] form =
                new FormData().file("file", "a", new byte[megabytes << 20]).bytes();
        Map<String, String> answers =
                Map.of("/parts", "HTTP/1.1 413", "/stream", "HTTP/1.1 413", "/own-answer", "HTTP/1.1 409");
        try (DefenceServer server =
                new DefenceServer("tuned.upload.linger.max-size=" + bound + "MB", "tuned.upload.linger.max-time=2m")) {
            for (String path : answers.keySet()) {
                try (RawClient client = new RawClient(server.port())) {
                    client.head(path, "Content-Length: " + form.length).send(form);
                    assertThat(client.readAll())
                            .as(path)
                            .startsWith(answers.get(path))
                            .contains("Connection: close");
                }
                try (RawClient client = new RawClient(server.port())) {
                    client.head(path, "Transfer-Encoding: chunked").chunk(form).chunk(new byte[0]);
                    assertThat(client.readAll()).as(path).startsWith(answers.get(path));
                }
            }
        }
    }

    @Test
    void clientThatReadsAtOnceGetsTheEndOfTheAnswer() throws Exception {
        try (DefenceServer server = new DefenceServer();
                RawClient client = new RawClient(server.port())) {
            client.head("/parts", "Content-Length: 12000000");
            assertThat(client.readAll()).startsWith("HTTP/1.1 413").endsWith("0\r\n\r\n");
        }
    }

    @Test
    void clientThatNeverStopsIsCutOffAtTheBound() throws Exception {
        try (DefenceServer server =
                        new DefenceServer("tuned.upload.linger.max-size=1MB", "tuned.upload.max-request-size=1MB");
                RawClient client = new RawClient(server.port())) {
            byte[] megabyte = new byte[1 << 20];
            client.head("/parts", "Transfer-Encoding: chunked");
            client.chunk(new FormData().file("file", "a", megabyte).bytes());
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1000; i++) {
                            client.chunk(megabyte);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void noThreadWaitsForAClientThatStalls() throws Exception {
        byte[] small = new FormData().field("a", "b").bytes();
        try (DefenceServer server =
                        new DefenceServer("tuned.upload.linger.max-time=10m", "server.tomcat.threads.max=1");
                RawClient stalled = new RawClient(server.port());
                RawClient other = new RawClient(server.port())) {
            stalled.head("/parts", "Content-Length: 12000000").send(new byte[1000]);
            assertThat(stalled.readUntil("}")).startsWith("HTTP/1.1 413");
            other.head("/parts", "Content-Length: " + small.length, "Connection: close");
            assertThat(other.send(small).readAll()).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void nothingIsReadWhereTheBoundIsZero() throws Exception {
        byte[] form = new FormData().file("file", "a", new byte[64 << 20]).bytes();
        try (DefenceServer server = new DefenceServer("tuned.upload.linger.max-size=0");
                RawClient client = new RawClient(server.port())) {
            client.head("/parts", "Content-Length: " + form.length);
            assertThatThrownBy(() -> client.send(form)).isInstanceOf(IOException.class);
        }
    }
}
