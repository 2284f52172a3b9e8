/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.limit;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

@Tag("without-boot")
class ConcurrencyGateTests {

    private static final Duration LONG = Duration.ofHours(1);

    private final ChangeableLimit limit = new ChangeableLimit();

    private final Queue<Integer> order = new ConcurrentLinkedQueue<>();

    private final List<CompletableFuture<Integer>> entered = new ArrayList<>();

    @Test
    void asManyAsTheLimitAllowsAreIn() {
        ConcurrencyGate gate = gate(2, Duration.ZERO);
        assertThat(gate.enter()).isEqualTo(1);
        assertThat(gate.enter()).isEqualTo(2);
        assertThat(gate.enter()).isEqualTo(ConcurrencyGate.REJECTED);
        assertThat(gate.rejected()).isEqualTo(1);
        leave(gate);
        assertThat(gate.enter()).isEqualTo(2);
    }

    @Test
    void whoWaitsIsLetInInTheOrderOfArrival() {
        ConcurrencyGate gate = gate(1, LONG);
        gate.enter();
        IntStream.range(0, 20).forEach(n -> enterLater(gate, n));
        for (int n = 1; n <= 20; n++) {
            leave(gate);
            int letIn = n;
            await().until(() -> this.order.size() == letIn);
        }
        assertThat(this.order)
                .containsExactlyElementsOf(IntStream.range(0, 20).boxed().toList());
        assertThat(gate.waiting()).isZero();
        assertThat(gate.rejected()).isZero();
    }

    @Test
    void whoWaitedTooLongIsRejectedAndKeepsNobodyOut() {
        ConcurrencyGate gate = gate(1, Duration.ofMillis(1));
        gate.enter();
        assertThat(gate.enter()).isEqualTo(ConcurrencyGate.REJECTED);
        assertThat(gate.waiting()).isZero();
        leave(gate);
        assertThat(gate.enter()).isEqualTo(1);
    }

    @Test
    void aRaisedLimitLetsMoreInWithTheNextOneThatLeaves() {
        ConcurrencyGate gate = gate(1, LONG);
        gate.enter();
        IntStream.range(0, 5).forEach(n -> enterLater(gate, n));
        this.limit.current = 4;
        leave(gate);
        await().until(() -> this.order.size() == 4);
        assertThat(gate.active()).isEqualTo(4);
        assertThat(gate.waiting()).isEqualTo(1);
    }

    @Test
    void aRaisedLimitLetsMoreInWithTheNextOneThatArrives() {
        ConcurrencyGate gate = gate(1, LONG);
        gate.enter();
        enterLater(gate, 0);
        this.limit.current = 3;
        CompletableFuture<Integer> next = CompletableFuture.supplyAsync(gate::enter, task -> new Thread(task).start());
        assertThat(next.join()).isEqualTo(3);
        assertThat(this.entered.get(0).join()).isEqualTo(2);
    }

    @Test
    void aLoweredLimitLetsNobodyInUntilEnoughHaveLeft() {
        ConcurrencyGate gate = gate(3, LONG);
        IntStream.range(0, 3).forEach(n -> gate.enter());
        enterLater(gate, 0);
        this.limit.current = 1;
        leave(gate);
        leave(gate);
        assertThat(gate.waiting()).isEqualTo(1);
        assertThat(gate.active()).isEqualTo(1);
        leave(gate);
        assertThat(this.entered.get(0).join()).isEqualTo(1);
    }

    @Test
    void aClosedGateSendsThoseAwayWhoWait() {
        ConcurrencyGate gate = gate(1, LONG);
        gate.enter();
        IntStream.range(0, 5).forEach(n -> enterLater(gate, n));
        gate.close();
        assertThat(this.entered).allSatisfy(one -> assertThat(one.join()).isEqualTo(ConcurrencyGate.REJECTED));
        assertThat(gate.enter()).isEqualTo(ConcurrencyGate.REJECTED);
        gate.open();
        leave(gate);
        assertThat(gate.enter()).isEqualTo(1);
    }

    @Test
    void anInterruptEndsTheWaitAndStaysSet() {
        ConcurrencyGate gate = gate(1, LONG);
        gate.enter();
        Thread.currentThread().interrupt();
        assertThat(gate.enter()).isEqualTo(ConcurrencyGate.REJECTED);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(gate.waiting()).isZero();
    }

    @Test
    void aPermitComesBackAlthoughTheLimitFails() {
        ConcurrencyGate gate = gate(1, LONG);
        gate.enter();
        enterLater(gate, 0);
        this.limit.failure = new IllegalStateException("limit");
        assertThatIllegalStateException().isThrownBy(() -> leave(gate));
        assertThat(this.entered.get(0).join()).isEqualTo(1);
    }

    /** Half of the threads give up at once, so that permits meet waiters who have gone. */
    @Test
    void neitherPermitsNorWaitersAreLostWhenManyComeAndGo() {
        ConcurrencyGate patient = gate(3, LONG);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<CompletableFuture<Void>> all = IntStream.range(0, 8)
                .mapToObj(n -> CompletableFuture.runAsync(
                        () -> {
                            for (int i = 0; i < 20_000; i++) {
                                if (n % 2 == 0 && i % 10 == 0) {
                                    Thread.currentThread().interrupt();
                                }
                                int inFlight = patient.enter();
                                Thread.interrupted();
                                if (inFlight != ConcurrencyGate.REJECTED) {
                                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                                    inside.decrementAndGet();
                                    leave(patient);
                                }
                            }
                        },
                        task -> new Thread(task).start()))
                .toList();
        assertThat(all).allSatisfy(one -> assertThat(one).succeedsWithin(Duration.ofMinutes(1)));
        assertThat(most.get()).isBetween(1, 3);
        assertThat(patient.active()).isZero();
        assertThat(patient.waiting()).isZero();
    }

    @Test
    void whoNeedNotWaitAllocatesNothing() {
        ConcurrencyGate gate = gate(64, LONG);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100_000; i++) {
            int inFlight = gate.enter();
            gate.leave(System.nanoTime(), inFlight, false);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
    }

    private ConcurrencyGate gate(int current, Duration maxWait) {
        this.limit.current = current;
        return new ConcurrencyGate(this.limit, maxWait);
    }

    private static void leave(ConcurrencyGate gate) {
        gate.leave(System.nanoTime(), 1, false);
    }

    /** Lets another one come, and returns once it waits. */
    private void enterLater(ConcurrencyGate gate, int n) {
        int waiting = gate.waiting();
        this.entered.add(CompletableFuture.supplyAsync(
                () -> {
                    int inFlight = gate.enter();
                    this.order.add(n);
                    return inFlight;
                },
                task -> new Thread(task).start()));
        await().until(() -> gate.waiting() == waiting + 1);
    }

    /** Becomes what a test says. */
    private static final class ChangeableLimit implements ConcurrencyLimit {

        private volatile int current;

        private volatile RuntimeException failure;

        @Override
        public int current() {
            return this.current;
        }

        @Override
        public void onCompleted(long startNanos, long durationNanos, int inFlight, boolean dropped) {
            if (this.failure != null) {
                throw this.failure;
            }
        }
    }
}
