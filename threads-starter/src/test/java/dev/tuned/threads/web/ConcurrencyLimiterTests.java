/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

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

import dev.tuned.threads.ConcurrencyLimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

@Tag("without-boot")
class ConcurrencyLimiterTests {

    private static final Duration LONG = Duration.ofHours(1);

    private final ChangeableLimit limit = new ChangeableLimit();

    private final Queue<Integer> order = new ConcurrentLinkedQueue<>();

    private final List<CompletableFuture<Boolean>> entered = new ArrayList<>();

    @Test
    void asManyAsTheLimitAllowsAreIn() {
        ConcurrencyLimiter gate = gate(2, Duration.ZERO);
        assertThat(enter(gate)).isTrue();
        assertThat(enter(gate)).isTrue();
        assertThat(enter(gate)).isFalse();
        assertThat(gate.rejected()).isEqualTo(1);
        leave(gate);
        assertThat(enter(gate)).isTrue();
    }

    @Test
    void whoWaitsIsLetInInTheOrderOfArrival() {
        ConcurrencyLimiter gate = gate(1, LONG);
        enter(gate);
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
        ConcurrencyLimiter gate = gate(1, Duration.ofMillis(1));
        enter(gate);
        assertThat(enter(gate)).isFalse();
        assertThat(gate.waiting()).isZero();
        leave(gate);
        assertThat(enter(gate)).isTrue();
    }

    @Test
    void aRaisedLimitLetsMoreInWithTheNextOneThatLeaves() {
        ConcurrencyLimiter gate = gate(1, LONG);
        enter(gate);
        IntStream.range(0, 5).forEach(n -> enterLater(gate, n));
        this.limit.current = 4;
        leave(gate);
        await().until(() -> this.order.size() == 4);
        assertThat(gate.active()).isEqualTo(4);
        assertThat(gate.waiting()).isEqualTo(1);
    }

    @Test
    void aRaisedLimitLetsMoreInWithTheNextOneThatArrives() {
        ConcurrencyLimiter gate = gate(1, LONG);
        enter(gate);
        enterLater(gate, 0);
        this.limit.current = 3;
        CompletableFuture<Boolean> next =
                CompletableFuture.supplyAsync(() -> enter(gate), task -> new Thread(task).start());
        assertThat(next.join()).isTrue();
        assertThat(this.entered.get(0).join()).isTrue();
    }

    @Test
    void aLoweredLimitLetsNobodyInUntilEnoughHaveLeft() {
        ConcurrencyLimiter gate = gate(3, LONG);
        IntStream.range(0, 3).forEach(n -> enter(gate));
        enterLater(gate, 0);
        this.limit.current = 1;
        leave(gate);
        leave(gate);
        assertThat(gate.waiting()).isEqualTo(1);
        assertThat(gate.active()).isEqualTo(1);
        leave(gate);
        assertThat(this.entered.get(0).join()).isTrue();
    }

    @Test
    void aClosedGateSendsThoseAwayWhoWait() {
        ConcurrencyLimiter gate = gate(1, LONG);
        enter(gate);
        IntStream.range(0, 5).forEach(n -> enterLater(gate, n));
        gate.close();
        assertThat(this.entered).allSatisfy(one -> assertThat(one.join()).isFalse());
        assertThat(enter(gate)).isFalse();
        gate.open();
        leave(gate);
        assertThat(enter(gate)).isTrue();
    }

    @Test
    void anInterruptEndsTheWaitAndStaysSet() {
        ConcurrencyLimiter gate = gate(1, LONG);
        enter(gate);
        Thread.currentThread().interrupt();
        assertThat(enter(gate)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(gate.waiting()).isZero();
    }

    @Test
    void aPermitComesBackAlthoughTheLimitFails() {
        ConcurrencyLimiter gate = gate(1, LONG);
        enter(gate);
        enterLater(gate, 0);
        this.limit.failure = new IllegalStateException("limit");
        assertThatIllegalStateException().isThrownBy(() -> leave(gate));
        assertThat(this.entered.get(0).join()).isTrue();
    }

    @Test
    void theWaitCountsFromTheArrival() {
        ConcurrencyLimiter gate = gate(1, Duration.ofMinutes(10));
        enter(gate);

        assertThat(gate.enter(System.nanoTime() - Duration.ofMinutes(11).toNanos()))
                .isFalse();
        assertThat(gate.waiting()).isZero();
    }

    @Test
    void whoHasWaitedLongEnoughIsNotServedAnyMore() {
        ConcurrencyLimiter gate = gate(1, Duration.ofMillis(50));
        enter(gate);
        for (int n = 0; n < 1000; n++) {
            assertThat(gate.enter(System.nanoTime() - Duration.ofMillis(49).toNanos()))
                    .isFalse();
        }

        leave(gate);

        assertThat(gate.active()).isZero();
        assertThat(gate.rejected()).isEqualTo(1000);
        assertThat(enter(gate)).isTrue();
    }

    @Test
    void whoWouldWaitInVainIsRejectedAtOnce() {
        ConcurrencyLimiter gate = gate(1, LONG);
        this.limit.mostWaiting = 1;
        enter(gate);
        enterLater(gate, 1);

        assertThat(enter(gate)).isFalse();

        leave(gate);
        assertThat(this.entered).allSatisfy(one -> assertThat(one).succeedsWithin(LONG));
    }

    @Test
    void aLimitThatRejectsNobodyLetsInWhoHasWaited() {
        ConcurrencyLimiter gate = gate(1, Duration.ofMillis(50));
        enter(gate);
        this.limit.rejecting = false;

        assertThat(enter(gate)).isTrue();

        assertThat(gate.active()).isEqualTo(2);
        assertThat(gate.rejected()).isZero();
        leave(gate);
        leave(gate);
        assertThat(gate.active()).isZero();
    }

    @Test
    void whoWaitsWhenItIsClosedIsRejectedByALimitThatRejectsNobody() {
        ConcurrencyLimiter gate = gate(1, LONG);
        enter(gate);
        this.limit.rejecting = false;
        gate.close();

        assertThat(enter(gate)).isFalse();
    }

    /** Half of the threads give up at once, so that permits meet waiters who have gone. */
    @Test
    void neitherPermitsNorWaitersAreLostWhenManyComeAndGo() {
        ConcurrencyLimiter patient = gate(3, LONG);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<CompletableFuture<Void>> all = IntStream.range(0, 8)
                .mapToObj(n -> CompletableFuture.runAsync(
                        () -> {
                            for (int i = 0; i < 5_000; i++) {
                                if (n % 2 == 0 && i % 10 == 0) {
                                    Thread.currentThread().interrupt();
                                }
                                boolean in = enter(patient);
                                Thread.interrupted();
                                if (in) {
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
        ConcurrencyLimiter gate = gate(64, LONG);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100_000; i++) {
            gate.enter(0);
            gate.leave(System.nanoTime());
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
    }

    private ConcurrencyLimiter gate(int current, Duration maxWait) {
        this.limit.current = current;
        return new ConcurrencyLimiter(this.limit, maxWait);
    }

    private static boolean enter(ConcurrencyLimiter gate) {
        return gate.enter(System.nanoTime());
    }

    private static void leave(ConcurrencyLimiter gate) {
        gate.leave(System.nanoTime());
    }

    /** Lets another one come, and returns once it waits. */
    private void enterLater(ConcurrencyLimiter gate, int n) {
        int waiting = gate.waiting();
        this.entered.add(CompletableFuture.supplyAsync(
                () -> {
                    boolean in = enter(gate);
                    this.order.add(n);
                    return in;
                },
                task -> new Thread(task).start()));
        await().until(() -> gate.waiting() == waiting + 1);
    }

    /** Becomes what a test says. */
    private static final class ChangeableLimit implements ConcurrencyLimit {

        private volatile int current;

        private volatile int mostWaiting = Integer.MAX_VALUE;

        private volatile boolean rejecting = true;

        private volatile RuntimeException failure;

        @Override
        public int current() {
            return this.current;
        }

        @Override
        public int mostWaiting() {
            return this.mostWaiting;
        }

        @Override
        public boolean isRejecting() {
            return this.rejecting;
        }

        @Override
        public void onCompleted(long startNanos, long durationNanos, int inService, int waiting) {
            if (this.failure != null) {
                throw this.failure;
            }
        }
    }
}
