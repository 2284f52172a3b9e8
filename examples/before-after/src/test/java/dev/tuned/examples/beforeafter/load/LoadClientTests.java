/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.load;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class LoadClientTests {

    private static final LoadRequest GET = LoadRequest.get("/", Expectation.sameBody(200));

    @Test
    void keepsConnectionsAndCountsEveryRequest() throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            while (peer.readRequest()) {
                peer.answer("hello");
            }
        })) {
            LoadResult result = LoadClient.run(server.address(), () -> GET, Load.closed(1000, 4));

            assertThat(result.failures()).as(result.firstFailure()).isZero();
            assertThat(result.requests()).isEqualTo(1000);
            assertThat(result.latencyMicros().getTotalCount()).isEqualTo(1000);
            assertThat(server.requests).hasValue(1000);
            assertThat(server.connections).hasValue(4);
            assertThat(result.reconnects()).isZero();
            assertThat(result.sentBytes()).isEqualTo(1000L * GET.size());
            assertThat(result.clientCpuNanos()).isPositive();
        }
    }

    @Test
    void opensAConnectionAgainWhenTheServerAnnouncesItsEnd() throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            for (int i = 0; i < 9 && peer.readRequest(); i++) {
                peer.answer("hello");
            }
            peer.readRequest();
            peer.write("HTTP/1.1 200 \r\ncontent-length: 5\r\nConnection: close\r\n\r\nhello");
        })) {
            LoadResult result = LoadClient.run(server.address(), () -> GET, Load.closed(100, 1));

            assertThat(result.failures()).as(result.firstFailure()).isZero();
            assertThat(server.requests).hasValue(100);
            assertThat(server.connections).hasValue(10);
            assertThat(result.reconnects()).isEqualTo(9);
        }
    }

    @Test
    void sendsARequestAgainWhenTheServerClosedAKeptConnectionWithoutAWord() throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            for (int i = 0; i < 10 && peer.readRequest(); i++) {
                peer.answer("hello");
            }
        })) {
            LoadResult result = LoadClient.run(server.address(), () -> GET, Load.closed(100, 2));

            assertThat(result.failures()).as(result.firstFailure()).isZero();
            assertThat(server.requests).hasValue(100);
        }
    }

    @Test
    void readsChunksHoweverTheyAreSplit() throws IOException {
        String response = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "5\r\nhello\r\n00006;name=value\r\n world\r\n0\r\nTrailer: x\r\n\r\n";
        LoadRequest chunked = LoadRequest.get("/", Expectation.length(200, 11));
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            while (peer.readRequest()) {
                for (char next : response.toCharArray()) {
                    peer.write(String.valueOf(next));
                }
            }
        })) {
            LoadResult result = LoadClient.run(server.address(), () -> chunked, Load.closed(20, 2));

            assertThat(result.failures()).as(result.firstFailure()).isZero();
        }
    }

    @Test
    void readsABodyUpToTheEndOfTheConnection() throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            peer.readRequest();
            peer.write("HTTP/1.0 200 OK\r\n\r\nhel");
            peer.write("lo");
        })) {
            LoadResult result = LoadClient.run(
                    server.address(), () -> LoadRequest.get("/", Expectation.length(200, 5)), Load.closed(10, 2));

            assertThat(result.failures()).as(result.firstFailure()).isZero();
        }
    }

    @Test
    void sendsALargeBodyInFull() throws IOException {
        LoadRequest post =
                LoadRequest.post("/", "application/octet-stream", new byte[3_000_000], Expectation.sameBody(200));
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            while (peer.readRequest()) {
                peer.readBytes(3_000_000);
                peer.answer("thanks");
            }
        })) {
            LoadResult result = LoadClient.run(server.address(), () -> post, Load.closed(20, 2));

            assertThat(result.failures()).as(result.firstFailure()).isZero();
            assertThat(server.requests).hasValue(20);
        }
    }

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
    void anotherBodyThanBeforeIsAFailure() throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            for (int i = 0; peer.readRequest(); i++) {
                peer.answer(i == 7 ? "hullo" : "hello");
            }
        })) {
            LoadRequest own = LoadRequest.get("/", Expectation.sameBody(200));

            assertThat(LoadClient.run(server.address(), () -> own, Load.closed(10, 1))
                            .failures())
                    .isEqualTo(1);
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
    void aStalledServerIsAFailureAndNotAHang() throws IOException {
        CountDownLatch end = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            peer.readRequest();
            await(end);
        })) {
            Load load = new Load(3, 3, 0, false, Duration.ofMillis(200));
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

    @Test
    void anOpenLoopCountsLatencyFromTheIntendedStart() throws IOException {
        CountDownLatch stall = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            for (int i = 0; peer.readRequest(); i++) {
                if (i == 0) {
                    await(stall, 300);
                }
                peer.answer("hello");
            }
        })) {
            LoadResult open = LoadClient.run(server.address(), () -> GET, Load.open(100, 1, 1000));

            // 100 requests were due within 100 ms of a stall of 300 ms: a closed loop would see one slow request.
            assertThat(open.failures()).as(open.firstFailure()).isZero();
            assertThat(open.latencyMicros().getValueAtPercentile(50)).isGreaterThan(150_000);
        }
    }

    @Test
    void aPacedLoopStartsNoRequestBeforeItsTurn() throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            while (peer.readRequest()) {
                peer.answer("hello");
            }
        })) {
            LoadResult result = LoadClient.run(server.address(), () -> GET, Load.paced(200, 4, 1000));

            assertThat(result.failures()).as(result.firstFailure()).isZero();
            assertThat(result.nanos()).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(199));
        }
    }

    private static void await(CountDownLatch latch) {
        await(latch, 60_000);
    }

    private static void await(CountDownLatch latch, long millis) {
        try {
            assertThat(latch.await(millis, TimeUnit.MILLISECONDS)).isIn(true, false);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
