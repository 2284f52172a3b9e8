/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(300)
class LoadClientTests {

    private static final LoadRequest GET = LoadRequest.get("/", answer -> answer.status() == 200);

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
        LoadRequest chunked = LoadRequest.get("/", answer -> answer.status() == 200 && answer.bodyLength() == 11);
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
                    server.address(),
                    () -> LoadRequest.get("/", answer -> answer.status() == 200 && answer.bodyLength() == 5),
                    Load.closed(10, 2));

            assertThat(result.failures()).as(result.firstFailure()).isZero();
        }
    }

    @Test
    void sendsALargeBodyInFull() throws IOException {
        LoadRequest post = LoadRequest.post(
                "/", "application/octet-stream", new byte[3_000_000], answer -> answer.status() == 200);
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

    /** Their answers come in bursts, of which 600 requests are three. */
    @Test
    void twoHundredThreadsThatTakeASecondServe200PerSecond() throws IOException {
        Semaphore threads = new Semaphore(200, true);
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            while (peer.readRequest()) {
                threads.acquireUninterruptibly();
                pause(1000);
                threads.release();
                peer.answer("hello");
            }
        })) {
            for (Load load : List.of(Load.open(600, 600, 800), Load.closed(1200, 400))) {
                long from = System.nanoTime();
                LoadResult result = LoadClient.run(server.address(), () -> GET, load);
                double seconds = (System.nanoTime() - from) / 1e9;

                assertThat(result.failures()).as(result.firstFailure()).isZero();
                // A busy machine takes longer; more than threads and time allow it cannot answer.
                assertThat(result.requestsPerSecond()).isBetween(0.9 * result.requests() / seconds, 230.0);
            }
        }
    }

    @Test
    void anOpenLoopStartsNoRequestBeforeItsTurn() throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            while (peer.readRequest()) {
                peer.answer("hello");
            }
        })) {
            LoadResult result = LoadClient.run(server.address(), () -> GET, Load.open(200, 4, 1000));

            assertThat(result.failures()).as(result.firstFailure()).isZero();
            assertThat(result.nanos()).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(199));
        }
    }

    @Test
    void whatHasStartedWhenTheTimeIsOverGetsItsAnswer() throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            while (peer.readRequest()) {
                pause(500);
                peer.answer("hello");
            }
        })) {
            Load load = Load.closed(1000, 2).startingFor(Duration.ofMillis(50));
            LoadResult result = LoadClient.run(server.address(), () -> GET, load);

            assertThat(result.failures()).as(result.firstFailure()).isZero();
            assertThat(result.requests()).isEqualTo(2);
            assertThat(server.requests).hasValue(2);
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(CountDownLatch latch, long millis) {
        try {
            assertThat(latch.await(millis, TimeUnit.MILLISECONDS)).isIn(true, false);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
