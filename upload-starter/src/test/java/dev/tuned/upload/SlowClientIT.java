/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(OutputCaptureExtension.class)
class SlowClientIT {

    private static final byte[] FORM =
            new FormData().file("file", "a", new byte[100_000]).bytes();

    /** Holds for the head of a request, too, which a busy machine may hold up for a while. */
    private static final String STALL = "server.tomcat.connection-timeout=3s";

    /** The client sends a little at a time, so that the server waits again and again, however coarse its clock is. */
    @Test
    void clientAboveTheDeadlineIsTold() throws Exception {
        try (DefenceServer server = new DefenceServer("tuned.upload.timeout=1ms", "tuned.upload.linger.max-time=2m")) {
            isTold(server, "/parts");
            isTold(server, "/stream");
        }
    }

    private static void isTold(DefenceServer server, String path) throws Exception {
        try (RawClient client = new RawClient(server.port())) {
            client.head(path, "Content-Length: " + FORM.length);
            AtomicInteger sent = new AtomicInteger();
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                int from = sent.getAndAdd(100);
                client.send(Arrays.copyOfRange(FORM, from, from + 100));
                return server.outcomes(path.substring(1), "too-slow") == 1;
            });
            client.send(Arrays.copyOfRange(FORM, sent.get(), FORM.length));
            assertThat(client.readAll())
                    .startsWith("HTTP/1.1 408")
                    .contains("\"reason\":\"too-slow\"")
                    .contains("\"property\":\"tuned.upload.timeout\"");
        }
    }

    @Test
    void clientThatStallsIsToldWhenTheContainerGivesUp(CapturedOutput output) throws Exception {
        try (DefenceServer server = new DefenceServer(STALL)) {
            try (RawClient parts = new RawClient(server.port());
                    RawClient stream = new RawClient(server.port());
                    RawClient lyingAboutItsLength = new RawClient(server.port())) {
                parts.head("/parts", "Content-Length: " + FORM.length).send(Arrays.copyOf(FORM, 50_000));
                stream.head("/stream", "Content-Length: " + FORM.length).send(Arrays.copyOf(FORM, 50_000));
                lyingAboutItsLength
                        .head("/parts", "Content-Length: " + (FORM.length + 10))
                        .send(FORM);
                for (RawClient client : List.of(parts, stream, lyingAboutItsLength)) {
                    assertThat(client.readAll()).startsWith("HTTP/1.1 408").contains("\"reason\":\"too-slow\"");
                }
            }
            await().untilAsserted(() ->
                    assertThat(server.outcomes("parts", "too-slow")).isEqualTo(2));
            await().untilAsserted(() ->
                    assertThat(server.outcomes("stream", "too-slow")).isEqualTo(1));
            assertThat(server.files()).isZero();
            assertThat(server.memoryUsed()).isZero();
        }
        assertThat(output).contains("tuned upload: ").doesNotContain("\tat ");
    }
}
