/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What becomes of the answer to a client that is still sending. */
class LingeringCloseIT {

    @ParameterizedTest
    @CsvSource({
        "/parts, 12, 16MB, HTTP/1.1 413",
        "/stream, 12, 16MB, HTTP/1.1 413",
        "/parts, 64, 80MB, HTTP/1.1 413",
        "/stream, 64, 80MB, HTTP/1.1 413",
        "/own-answer, 12, 16MB, HTTP/1.1 409",
    })
    void clientThatSendsAllBeforeItReadsGetsToTheAnswer(String path, int megabytes, String bound, String answer)
            throws Exception {
        byte[] form =
                new FormData().file("file", "a", new byte[megabytes << 20]).bytes();
        try (DefenceServer server =
                new DefenceServer("tuned.upload.linger.max-size=" + bound, "tuned.upload.linger.max-time=2m")) {
            try (RawClient client = new RawClient(server.port())) {
                client.head(path, "Content-Length: " + form.length).send(form);
                assertThat(client.readAll()).startsWith(answer).contains("Connection: close");
            }
            try (RawClient client = new RawClient(server.port())) {
                client.head(path, "Transfer-Encoding: chunked").chunk(form).chunk(new byte[0]);
                assertThat(client.readAll()).startsWith(answer);
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
