/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.core.task.VirtualThreadTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** No permit is lost, and none is given twice, whatever happens to 100,000 tasks on virtual threads. */
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "needs virtual threads, which Java has from 21 on")
class BoundedExecutorUnderFaultsIT {

    private static final int PERMITS = 4;

    private static final int TASKS = 100_000;

    private final AtomicInteger running = new AtomicInteger();

    private final AtomicInteger most = new AtomicInteger();

    private final Random random = new Random(1);

    @ParameterizedTest
    @EnumSource
    void allPermitsAreBackAfterTasksThatEndInEveryWay(OnSaturation onSaturation) throws Exception {
        FaultyThreads threads = new FaultyThreads();
        BoundedVirtualExecutor executor = new BoundedVirtualExecutor(new Bound(PERMITS, 50, onSaturation), threads);
        int accepted = 0;
        int refused = 0;
        for (int task = 0; task < TASKS; task++) {
            try {
                endSomehow(executor, threads);
                accepted++;
            } catch (TaskRejectedException | OutOfMemoryError ex) {
                refused++;
                Thread.interrupted();
            }
        }
        await().until(() -> executor.getActiveCount() == 0 && executor.getQueuedCount() == 0);
        threads.faulty = false;
        assertThat(refused).isGreaterThan(threads.failures);
        assertThat(executor.getCompletedCount()).isBetween(1L, (long) accepted);
        assertThat(most.get()).isBetween(1, PERMITS);
        assertThatExactlyAllPermitsCanBeHadAtOnce(executor);
    }

    private void endSomehow(BoundedVirtualExecutor executor, FaultyThreads threads) {
        threads.last = null;
        int fate = random.nextInt(8);
        if (fate == 7) {
            // Where callers wait, this one does not get far.
            Thread.currentThread().interrupt();
        }
        Future<?> future = executor.submit(() -> run(fate));
        Thread thread = threads.last;
        switch (fate) {
            case 0 -> future.cancel(true);
            case 1 -> future.cancel(false);
            case 2 -> {
                if (thread != null) {
                    thread.interrupt();
                }
            }
            default -> {}
        }
    }

    private void run(int fate) {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        try {
            Thread.yield();
            switch (fate) {
                case 3 -> throw new IllegalStateException("expected");
                case 4 -> throw new StackOverflowError("expected");
                case 5 -> Thread.currentThread().interrupt();
                default -> {}
            }
        } finally {
            running.decrementAndGet();
        }
    }

    private static void assertThatExactlyAllPermitsCanBeHadAtOnce(BoundedVirtualExecutor executor) throws Exception {
        Thread.interrupted();
        CountDownLatch held = new CountDownLatch(1);
        for (int task = 0; task < PERMITS; task++) {
            executor.submit(() -> {
                held.await();
                return null;
            });
        }
        assertThat(executor.getActiveCount()).isEqualTo(PERMITS);
        held.countDown();
        await().until(() -> executor.getActiveCount() == 0);
    }

    /** Virtual threads, of which one in a hundred cannot be made, in one way or the other. */
    private static final class FaultyThreads implements ThreadFactory {

        private final ThreadFactory virtual = new VirtualThreadTaskExecutor("faulty-").getVirtualThreadFactory();

        private int made;

        boolean faulty = true;

        int failures;

        @Nullable
        Thread last;

        @Override
        public @Nullable Thread newThread(Runnable task) {
            made++;
            if (faulty && made % 100 == 0) {
                failures++;
                if (made % 200 == 0) {
                    throw new OutOfMemoryError("expected");
                }
                return null;
            }
            last = virtual.newThread(task);
            return last;
        }
    }
}
