/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(300)
class LoadClientFailureTests {

    private static final LoadRequest GET = LoadRequest.get("/", answer -> answer.status() == 200);

    @Test
    void aWrongStatusIsAFailureThatSaysWhatCame() throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            while (peer.readRequest()) {
                peer.write("HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nlate");
            }
        })) {
            LoadResult result = LoadClient.run(server.address(), () -> GET, Load.closed(5, 1));

            assertThat(result.failures()).isEqualTo(5);
            assertThat(result.firstFailure()).contains("503").contains("late");
        }
    }

    @Test
    void whatIsNotHttpIsAFailure() throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            peer.readRequest();
            peer.write("SSH-2.0-OpenSSH_9.2\r\n\r\n");
        })) {
            assertThat(LoadClient.run(server.address(), () -> GET, Load.closed(1, 1))
                            .firstFailure())
                    .contains("not an HTTP/1.1 status line");
        }
    }

    @Test
    void aConnectionCutShortIsAFailure() throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            peer.readRequest();
            peer.write("HTTP/1.1 200 \r\nContent-Length: 5\r\n\r\nhel");
        })) {
            LoadResult result = LoadClient.run(server.address(), () -> GET, Load.closed(1, 1));

            assertThat(result.failures()).isEqualTo(1);
            assertThat(result.firstFailure()).contains("before the response was complete");
        }
    }

    @Test
    void aLoadThatIsToGoOnSendsEveryRequestWhateverFails() throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            while (peer.readRequest()) {
                peer.write("HTTP/1.1 503 \r\nContent-Length: 4\r\n\r\nbusy");
            }
        })) {
            Load load = Load.closed(100, 2);

            assertThat(LoadClient.run(server.address(), () -> GET, load).requests())
                    .isLessThan(100);
            LoadResult result = LoadClient.run(server.address(), () -> GET, load.whateverFails());
            assertThat(result.requests()).isEqualTo(100);
            assertThat(result.failures()).isEqualTo(100);
            assertThat(result.latencyMicros().getTotalCount()).isEqualTo(100);
        }
    }

    @Test
    void aStalledServerIsAFailureAndNotAHang() throws IOException {
        CountDownLatch end = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            peer.readRequest();
            await(end);
        })) {
            Load load = new Load(3, 3, 0, Duration.ofMillis(200), 20, () -> false, Duration.ofMinutes(1));
            LoadResult result = LoadClient.run(server.address(), () -> GET, load);

            assertThat(result.failures()).isEqualTo(3);
            assertThat(result.firstFailure()).contains("no response within PT0.2S");
        } finally {
            end.countDown();
        }
    }

    @Test
    void aServerThatIsNotThereFailsAtOnce() throws IOException {
        ScriptedServer server = new ScriptedServer((number, peer) -> {});
        server.close();

        LoadResult result = LoadClient.run(server.address(), () -> GET, Load.closed(1_000_000, 4));

        assertThat(result.failures()).isPositive();
        assertThat(result.firstFailure()).contains("cannot connect");
    }

    @Test
    void aServerThatDiesDuringALoadEndsIt() throws IOException {
        ScriptedServer[] self = new ScriptedServer[1];
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            for (int i = 0; i < 50 && peer.readRequest(); i++) {
                peer.answer("hello");
            }
            self[0].close();
        })) {
            self[0] = server;
            LoadResult result = LoadClient.run(server.address(), () -> GET, Load.closed(1_000_000, 2));

            assertThat(result.failures()).isPositive();
            assertThat(result.requests()).isLessThan(1_000_000);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
