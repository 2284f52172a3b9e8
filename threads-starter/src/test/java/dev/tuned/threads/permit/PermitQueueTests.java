/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.permit;

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
class PermitQueueTests {

    private static final Duration LONG = Duration.ofHours(1);

    private volatile int limit = 1;

    private Duration maxWait = LONG;

    private final PermitQueue permits = new PermitQueue(this::limit);

    private final Queue<Integer> order = new ConcurrentLinkedQueue<>();

    private final List<CompletableFuture<Boolean>> entered = new ArrayList<>();

    private final List<Thread> threads = new ArrayList<>();

    @Test
    void asManyAsTheLimitAllowsAreIn() {
        limit = 2;
        assertThat(permits.take()).isTrue();
        assertThat(permits.take()).isTrue();
        assertThat(permits.take()).isFalse();
        permits.giveBack();
        assertThat(permits.take()).isTrue();
    }

    @Test
    void whoWaitsIsLetInInTheOrderOfArrival() {
        enter();
        IntStream.range(0, 20).forEach(this::enterLater);
        for (int n = 1; n <= 20; n++) {
            permits.giveBack();
            int letIn = n;
            await().until(() -> order.size() == letIn);
        }
        assertThat(order)
                .containsExactlyElementsOf(IntStream.range(0, 20).boxed().toList());
        assertThat(permits.waiting()).isZero();
    }

    @Test
    void whoLeavesFromTheMiddleCostsTheOthersNothing() {
        enter();
        IntStream.range(0, 3).forEach(this::enterLater);
        threads.get(1).interrupt();
        assertThat(entered.get(1).join()).isFalse();
        assertThat(permits.waiting()).isEqualTo(2);
        permits.giveBack();
        assertThat(entered.get(0).join()).isTrue();
        permits.giveBack();
        assertThat(entered.get(2).join()).isTrue();
    }

    @Test
    void whoWaitedTooLongIsSentAwayAndKeepsNobodyOut() {
        maxWait = Duration.ofMillis(1);
        enter();
        assertThat(enter()).isFalse();
        assertThat(permits.waiting()).isZero();
        permits.giveBack();
        assertThat(enter()).isTrue();
    }

    @Test
    void aRaisedLimitLetsInAtOnceWhoWaits() {
        enter();
        IntStream.range(0, 5).forEach(this::enterLater);
        limit = 4;
        permits.limitChanged();
        await().until(() -> order.size() == 3);
        assertThat(permits.active()).isEqualTo(4);
        assertThat(permits.waiting()).isEqualTo(2);
    }

    @Test
    void aRaisedLimitLetsMoreInWithTheNextOneThatLeavesOrArrives() {
        enter();
        IntStream.range(0, 5).forEach(this::enterLater);
        limit = 4;
        permits.giveBack();
        await().until(() -> order.size() == 4);
        limit = 6;
        assertThat(enter()).isTrue();
        await().until(() -> order.size() == 5);
    }

    @Test
    void aLoweredLimitLetsNobodyInUntilEnoughHaveLeft() {
        limit = 3;
        IntStream.range(0, 3).forEach(n -> enter());
        enterLater(0);
        limit = 1;
        permits.giveBack();
        permits.giveBack();
        assertThat(permits.waiting()).isEqualTo(1);
        assertThat(permits.active()).isEqualTo(1);
        permits.giveBack();
        assertThat(entered.get(0).join()).isTrue();
    }

    @Test
    void theCloseSendsThoseAwayWhoWait() {
        enter();
        IntStream.range(0, 5).forEach(this::enterLater);
        permits.close();
        assertThat(entered).allSatisfy(one -> assertThat(one.join()).isFalse());
        assertThat(enter()).isFalse();
        permits.open();
        permits.giveBack();
        assertThat(enter()).isTrue();
    }

    @Test
    void anInterruptEndsTheWaitAndStaysSet() {
        enter();
        Thread.currentThread().interrupt();
        assertThat(enter()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(permits.waiting()).isZero();
    }

    @Test
    void nothingIsLostWhereTheLimitFails() {
        enter();
        limit = -1;
        assertThatIllegalStateException().isThrownBy(() -> permits.await(System.nanoTime(), LONG.toNanos()));
        assertThat(permits.waiting()).isZero();
        limit = 1;
        permits.giveBack();
        assertThat(permits.active()).isZero();
    }

    @Test
    void theWaitCountsFromTheArrival() {
        enter();
        long tooLongAgo = System.nanoTime() - LONG.toNanos() - 1;
        assertThat(permits.await(tooLongAgo, LONG.toNanos())).isFalse();
        assertThat(permits.waiting()).isZero();
    }

    @Test
    void whoHasWaitedLongEnoughIsNotServedAnyMore() {
        assertThat(permits.await(System.nanoTime() - 1, 0)).isFalse();
        assertThat(permits.active()).isZero();
    }

    @Test
    void whoIsInterruptedKeepsAPermitThatWasGranted() {
        Thread.currentThread().interrupt();
        assertThat(permits.await(System.nanoTime(), LONG.toNanos())).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(permits.active()).isEqualTo(1);
    }

    /** Half of the threads give up at once, so that permits are granted to callers that have gone. */
    @Test
    void neitherPermitsNorWaitersAreLostWhenManyComeAndGo() {
        limit = 3;
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<CompletableFuture<Void>> all = IntStream.range(0, 8)
                .mapToObj(n -> CompletableFuture.runAsync(
                        () -> {
                            for (int i = 0; i < 5_000; i++) {
                                if (n % 2 == 0 && i % 10 == 0) {
                                    Thread.currentThread().interrupt();
                                }
                                boolean in = enter();
                                Thread.interrupted();
                                if (in) {
                                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                                    inside.decrementAndGet();
                                    permits.giveBack();
                                }
                            }
                        },
                        task -> new Thread(task).start()))
                .toList();
        assertThat(all).allSatisfy(one -> assertThat(one).succeedsWithin(Duration.ofMinutes(1)));
        assertThat(most.get()).isBetween(1, 3);
        assertThat(permits.active()).isZero();
        assertThat(permits.waiting()).isZero();
    }

    @Test
    void whoNeedNotWaitAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100_000; i++) {
            permits.take();
            permits.giveBack();
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
    }

    private int limit() {
        if (limit < 0) {
            throw new IllegalStateException("limit");
        }
        return limit;
    }

    private boolean enter() {
        return permits.take() || permits.await(System.nanoTime(), maxWait.toNanos());
    }

    /** Lets another one come, and returns once it waits. */
    private void enterLater(int n) {
        int waiting = permits.waiting();
        entered.add(CompletableFuture.supplyAsync(
                () -> {
                    boolean in = enter();
                    order.add(n);
                    return in;
                },
                task -> {
                    Thread thread = new Thread(task);
                    threads.add(thread);
                    thread.start();
                }));
        await().until(() -> permits.waiting() == waiting + 1);
    }
}
