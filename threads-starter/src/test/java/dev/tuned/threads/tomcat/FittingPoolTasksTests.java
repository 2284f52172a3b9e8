/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Every task runs once, whatever happens to the pool meanwhile. */
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "needs virtual threads")
class FittingPoolTasksTests {

    private static final int TASKS = 40_000;

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private final AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, 3})
    void acrossOpeningAndClosingAndFullQueues(int queue) throws InterruptedException {
        FittingPool pool = pool(queue);
        AtomicBoolean done = new AtomicBoolean();
        Thread switching = new Thread(() -> {
            while (!done.get()) {
                pool.open();
                pool.takeBack(0);
                Thread.yield();
                pool.close();
            }
        });
        switching.start();
        List<Thread> submitting = submit(pool, task -> runs.incrementAndGet(task));
        for (Thread thread : submitting) {
            thread.join();
        }
        done.set(true);
        switching.join();
        await().until(() -> IntStream.range(0, TASKS).allMatch(task -> runs.get(task) > 0));
        assertThat(IntStream.range(0, TASKS)).allMatch(task -> runs.get(task) == 1);
        await().until(() -> pool.getSubmittedCount() == 0 && pool.running().isEmpty());
        pool.shutdownNow();
    }

    @Test
    void whatIsLeftAtTheEndIsReturnedOrRejectedOrRun() throws InterruptedException {
        FittingPool pool = pool(Integer.MAX_VALUE);
        pool.open();
        long before = pool.lastStart();
        List<Thread> submitting = submit(pool, task -> runs.incrementAndGet(task));
        await().until(() -> pool.lastStart() != before);
        List<Runnable> left = new ArrayList<>(pool.shutdownNow());
        for (Thread thread : submitting) {
            thread.join();
        }
        assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        left.forEach(Runnable::run);
        await().until(() -> IntStream.range(0, TASKS).allMatch(task -> runs.get(task) > 0));
        assertThat(IntStream.range(0, TASKS)).allMatch(task -> runs.get(task) == 1);
    }

    @Test
    void tasksThatThrowLeaveNothingBehind() {
        FittingPool pool = pool(Integer.MAX_VALUE);
        pool.open();
        for (int task = 0; task < 20; task++) {
            pool.execute(() -> {
                throw new StackOverflowError("of the test");
            });
        }
        await().dontCatchUncaughtExceptions().until(() -> pool.running().isEmpty() && !pool.hasHanded(0));
        pool.close();
        assertThat(pool.getSubmittedCount()).isZero();
        pool.shutdownNow();
    }

    @Test
    void processorsThatTheCompilersTakeDoNotKeepItClosed() throws InterruptedException {
        assertThat(opensWhileProcessorsAreTaken(PROCESSORS)).isTrue();
    }

    @Test
    void processorsThatRequestsTakeKeepItClosed() throws InterruptedException {
        assertThat(opensWhileProcessorsAreTaken(0)).isFalse();
    }

    /** Whether it opens for tasks that wait, while the process uses all processors and its compilers that many of them. */
    private static boolean opensWhileProcessorsAreTaken(int byCompilers) throws InterruptedException {
        AtomicInteger measured = new AtomicInteger();
        FittingPool pool = pool(Integer.MAX_VALUE, true, () -> {
            measured.incrementAndGet();
            return new CpuShare(() -> PROCESSORS * System.nanoTime(), () -> byCompilers * System.nanoTime());
        });
        CountDownLatch answer = new CountDownLatch(1);
        for (int task = 0; task < 20; task++) {
            pool.execute(() -> awaitLatch(answer));
        }
        // The third time shows what was decided before.
        await().until(() -> measured.get() > 2 || pool.status().openings() > 0);
        answer.countDown();
        pool.shutdown();
        assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        return pool.status().openings() > 0;
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static FittingPool pool(int capacity) {
        return pool(capacity, false, CpuShare::new);
    }

    private static FittingPool pool(int capacity, boolean mayOpen, Supplier<CpuShare> cpu) {
        TaskQueue queue = new TaskQueue(capacity);
        PoolWatcher.Settings settings = new PoolWatcher.Settings(mayOpen, "nothing", open -> {});
        FittingPool pool = new FittingPool(
                2,
                4,
                TimeUnit.MINUTES.toNanos(1),
                queue,
                new TaskThreadFactory("test-exec-", true, 5),
                each -> new PoolWatcher(each, "test", settings, () -> new Gain.Answered(0, 0, 0), cpu));
        queue.setParent(pool);
        return pool;
    }

    /** Submits on four threads; a rejected task counts as run. */
    private List<Thread> submit(FittingPool pool, java.util.function.IntConsumer work) {
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(first -> new Thread(() -> {
                    for (int i = first; i < TASKS; i += 4) {
                        int task = i;
                        try {
                            pool.execute(() -> work.accept(task));
                        } catch (RejectedExecutionException ex) {
                            runs.incrementAndGet(task);
                        }
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        return threads;
    }
}
