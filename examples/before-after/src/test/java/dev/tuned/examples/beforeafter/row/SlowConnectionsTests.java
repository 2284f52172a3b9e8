/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.load.ScriptedServer;
import dev.tuned.examples.beforeafter.catalog.Expected;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(300)
class SlowConnectionsTests {

    private static final int SIZE = 100_000;
    private static final LoadRequest POST = LoadRequest.post(
            "/", "application/octet-stream", new byte[SIZE], Expected.startsWith(200, new byte[] {'t'}));

    @Test
    void noneIsAnsweredBeforeTheRestIsSentAndAllAreThen() throws Exception {
        AtomicInteger held = new AtomicInteger();
        CountDownLatch allHeld = new CountDownLatch(50);
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
                    peer.readRequest();
                    peer.readBytes(SIZE - 10);
                    held.incrementAndGet();
                    allHeld.countDown();
                    peer.readBytes(10);
                    peer.answer(number == 7 ? "wrong" : "thanks");
                });
                SlowConnections slow = new SlowConnections(server.address(), POST, 50)) {
            slow.sendAllBut(10, () -> false);
            allHeld.await();
            assertThat(held).hasValue(50);
            assertThat(slow.right()).isZero();

            slow.sendTheRest(() -> false);
            assertThat(slow.right()).isEqualTo(49);
        }
    }

    @Test
    void connectionsThatTheServerClosesAreNotAnswered() throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
                    peer.readRequest();
                    peer.readBytes(SIZE / 2);
                    if (number % 2 == 0) {
                        peer.readBytes(SIZE / 2);
                        peer.answer("thanks");
                    }
                });
                SlowConnections slow = new SlowConnections(server.address(), POST, 10)) {
            slow.sendAllBut(10, () -> false);
            slow.sendTheRest(() -> false);
            assertThat(slow.right()).isEqualTo(5);
        }
    }

    @Test
    void aServerThatIsGoneIsNotWaitedFor() throws IOException {
        AtomicBoolean gone = new AtomicBoolean();
        CountDownLatch end = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
                    peer.readRequest();
                    gone.set(true);
                    awaitUninterruptibly(end);
                });
                SlowConnections slow = new SlowConnections(server.address(), POST, 10)) {
            slow.sendAllBut(10, gone::get);
            slow.sendTheRest(gone::get);
            assertThat(slow.right()).isZero();
            assertThat(slow.quietNanos()).isPositive();
        } finally {
            end.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
