/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.permit;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

@Tag("without-boot")
class PermitQueueTests {

    private static final Duration LONG = Duration.ofHours(1);

    private volatile int limit = 1;

    private Duration maxWait = LONG;

    private final PermitQueue permits = new PermitQueue(this::limit, Integer.MAX_VALUE);

    private final Queue<Integer> order = new ConcurrentLinkedQueue<>();

    private final List<CompletableFuture<Boolean>> entered = new ArrayList<>();

    @Test
    void asManyAsTheLimitAllowsAreIn() {
        this.limit = 2;
        PermitQueue gate = new PermitQueue(this::limit, 0);
        assertThat(gate.take()).isTrue();
        assertThat(gate.take()).isTrue();
        assertThat(gate.take()).isFalse();
        assertThat(gate.join(System.nanoTime(), Long.MAX_VALUE)).isNull();
        gate.giveBack();
        assertThat(gate.take()).isTrue();
    }

    @Test
    void asManyWaitAsMay() {
        PermitQueue gate = new PermitQueue(this::limit, 2);
        assertThat(gate.take()).isTrue();
        Permit first = Objects.requireNonNull(gate.join(System.nanoTime(), Long.MAX_VALUE));
        assertThat(gate.join(System.nanoTime(), Long.MAX_VALUE)).isNotNull();
        assertThat(gate.join(System.nanoTime(), Long.MAX_VALUE)).isNull();
        assertThat(gate.giveUp(first)).isTrue();
        assertThat(gate.join(System.nanoTime(), Long.MAX_VALUE)).isNotNull();
    }

    @Test
    void whoWaitsIsLetInInTheOrderOfArrival() {
        enter();
        IntStream.range(0, 20).forEach(this::enterLater);
        for (int n = 1; n <= 20; n++) {
            this.permits.giveBack();
            int letIn = n;
            await().until(() -> this.order.size() == letIn);
        }
        assertThat(this.order)
                .containsExactlyElementsOf(IntStream.range(0, 20).boxed().toList());
        assertThat(this.permits.waiting()).isZero();
    }

    @Test
    void whoLeavesFromTheMiddleCostsTheOthersNothing() {
        enter();
        Permit first = join();
        Permit second = join();
        Permit third = join();
        assertThat(this.permits.giveUp(second)).isTrue();
        assertThat(this.permits.giveUp(second)).isFalse();
        this.permits.giveBack();
        assertThat(first.isGranted()).isTrue();
        this.permits.giveBack();
        assertThat(third.isGranted()).isTrue();
        assertThat(this.permits.giveUp(third)).isFalse();
    }

    @Test
    void whoWaitedTooLongIsSentAwayAndKeepsNobodyOut() {
        this.maxWait = Duration.ofMillis(1);
        enter();
        assertThat(enter()).isFalse();
        assertThat(this.permits.waiting()).isZero();
        this.permits.giveBack();
        assertThat(enter()).isTrue();
    }

    @Test
    void aRaisedLimitLetsInAtOnceWhoWaits() {
        enter();
        IntStream.range(0, 5).forEach(this::enterLater);
        this.limit = 4;
        this.permits.limitChanged();
        await().until(() -> this.order.size() == 3);
        assertThat(this.permits.active()).isEqualTo(4);
        assertThat(this.permits.waiting()).isEqualTo(2);
    }

    @Test
    void aRaisedLimitLetsMoreInWithTheNextOneThatLeavesOrArrives() {
        enter();
        IntStream.range(0, 5).forEach(this::enterLater);
        this.limit = 4;
        this.permits.giveBack();
        await().until(() -> this.order.size() == 4);
        this.limit = 6;
        assertThat(enter()).isTrue();
        await().until(() -> this.order.size() == 5);
    }

    @Test
    void aLoweredLimitLetsNobodyInUntilEnoughHaveLeft() {
        this.limit = 3;
        IntStream.range(0, 3).forEach(n -> enter());
        enterLater(0);
        this.limit = 1;
        this.permits.giveBack();
        this.permits.giveBack();
        assertThat(this.permits.waiting()).isEqualTo(1);
        assertThat(this.permits.active()).isEqualTo(1);
        this.permits.giveBack();
        assertThat(this.entered.get(0).join()).isTrue();
    }

    @Test
    void theCloseSendsThoseAwayWhoWait() {
        enter();
        IntStream.range(0, 5).forEach(this::enterLater);
        this.permits.close();
        assertThat(this.entered).allSatisfy(one -> assertThat(one.join()).isFalse());
        assertThat(enter()).isFalse();
        this.permits.open();
        this.permits.giveBack();
        assertThat(enter()).isTrue();
    }

    @Test
    void anInterruptEndsTheWaitAndStaysSet() {
        enter();
        Thread.currentThread().interrupt();
        assertThat(enter()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(this.permits.waiting()).isZero();
    }

    /** The close gives up who waits, and another's end lets him run, while he has just seen that he is interrupted. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoIsInterruptedHasAPermitOnlyIfItWasGranted(boolean granted) {
        enter();
        Permit waiting = join();
        CompletableFuture<Boolean> mayRun = new CompletableFuture<>();
        Consumer<Permit> meanwhile = granted ? permit -> this.permits.giveBack() : this.permits::giveUp;
        Thread thread = new Thread(() -> mayRun.complete(this.permits.await(waiting))) {
            @Override
            public boolean isInterrupted() {
                meanwhile.accept(waiting);
                return true;
            }
        };
        thread.start();
        assertThat(mayRun.orTimeout(1, TimeUnit.MINUTES).join()).isEqualTo(granted);
    }

    @Test
    void nothingIsLostWhereTheLimitFails() {
        enter();
        this.limit = -1;
        assertThatIllegalStateException().isThrownBy(this::join);
        assertThat(this.permits.waiting()).isZero();
        this.limit = 1;
        this.permits.giveBack();
        assertThat(this.permits.active()).isZero();
    }

    @Test
    void theWaitCountsFromTheArrival() {
        enter();
        long tooLongAgo = System.nanoTime() - LONG.toNanos() - 1;
        Permit late = Objects.requireNonNull(this.permits.join(tooLongAgo, LONG.toNanos()));
        assertThat(this.permits.await(late)).isFalse();
        assertThat(this.permits.waiting()).isZero();
    }

    @Test
    void whoHasWaitedLongEnoughIsNotServedAnyMore() {
        enter();
        List<Permit> late = new ArrayList<>();
        for (int n = 0; n < 1000; n++) {
            late.add(Objects.requireNonNull(this.permits.join(System.nanoTime(), 1)));
        }
        this.permits.giveBack();
        assertThat(late).noneMatch(Permit::isGranted);
        assertThat(this.permits.active()).isZero();
        assertThat(enter()).isTrue();
    }

    /** Half of the threads give up at once, so that permits meet waiters who have gone. */
    @Test
    void neitherPermitsNorWaitersAreLostWhenManyComeAndGo() {
        this.limit = 3;
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
                                    this.permits.giveBack();
                                }
                            }
                        },
                        task -> new Thread(task).start()))
                .toList();
        assertThat(all).allSatisfy(one -> assertThat(one).succeedsWithin(Duration.ofMinutes(1)));
        assertThat(most.get()).isBetween(1, 3);
        assertThat(this.permits.active()).isZero();
        assertThat(this.permits.waiting()).isZero();
    }

    @Test
    void whoNeedNotWaitAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100_000; i++) {
            this.permits.take();
            this.permits.giveBack();
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
    }

    private int limit() {
        if (this.limit < 0) {
            throw new IllegalStateException("limit");
        }
        return this.limit;
    }

    private Permit join() {
        return Objects.requireNonNull(this.permits.join(System.nanoTime(), Long.MAX_VALUE));
    }

    private boolean enter() {
        if (this.permits.take()) {
            return true;
        }
        Permit permit = this.permits.join(System.nanoTime(), this.maxWait.toNanos());
        return permit != null && this.permits.await(permit);
    }

    /** Lets another one come, and returns once it waits. */
    private void enterLater(int n) {
        int waiting = this.permits.waiting();
        this.entered.add(CompletableFuture.supplyAsync(
                () -> {
                    boolean in = enter();
                    this.order.add(n);
                    return in;
                },
                task -> new Thread(task).start()));
        await().until(() -> this.permits.waiting() == waiting + 1);
    }
}
