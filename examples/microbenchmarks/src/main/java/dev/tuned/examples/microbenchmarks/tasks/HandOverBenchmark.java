/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.tasks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import dev.tuned.threads.Bound;
import dev.tuned.threads.BoundedVirtualExecutor;

/** One of a thousand tasks that do nothing, from its caller to its end, with eight running at a time; needs Java 21. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class HandOverBenchmark {

    private static final int TASKS = 1_000;

    private static final int AT_ONCE = 8;

    /** Ways to bound tasks, and two without a bound. */
    public enum Way {
        /** Ours. */
        BOUNDED,
        /** Spring's own limit on virtual threads: the caller waits. */
        SPRING_LIMIT,
        /** A fair semaphore acquired by each task in its virtual thread. */
        SEMAPHORE,
        /** Spring's pool of platform threads. */
        SPRING_POOL,
        /** Ours without a bound. */
        UNBOUNDED,
        /** Spring's virtual threads without a limit. */
        SPRING_VIRTUAL
    }

    @Param
    public Way way = Way.BOUNDED;

    private Executor executor = Runnable::run;

    private AutoCloseable resource = () -> {};

    @Setup
    public void create() {
        switch (way) {
            case BOUNDED -> use(new BoundedVirtualExecutor(Bound.of(AT_ONCE)));
            case UNBOUNDED -> use(new BoundedVirtualExecutor(Bound.NONE));
            case SPRING_LIMIT -> use(virtual(AT_ONCE));
            case SPRING_VIRTUAL -> use(virtual(-1));
            case SEMAPHORE -> {
                SimpleAsyncTaskExecutor virtual = virtual(-1);
                use(virtual);
                executor = behindSemaphore(virtual);
            }
            case SPRING_POOL -> {
                ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
                pool.setCorePoolSize(AT_ONCE);
                pool.setMaxPoolSize(AT_ONCE);
                pool.initialize();
                executor = pool;
                resource = pool::shutdown;
            }
        }
    }

    private void use(SimpleAsyncTaskExecutor virtual) {
        executor = virtual;
        resource = virtual;
    }

    private static SimpleAsyncTaskExecutor virtual(int limit) {
        SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor();
        executor.setVirtualThreads(true);
        executor.setConcurrencyLimit(limit);
        return executor;
    }

    private static Executor behindSemaphore(Executor virtual) {
        Semaphore permits = new Semaphore(AT_ONCE, true);
        return task -> virtual.execute(() -> {
            permits.acquireUninterruptibly();
            try {
                task.run();
            } finally {
                permits.release();
            }
        });
    }

    @TearDown
    public void close() throws Exception {
        resource.close();
    }

    @Benchmark
    @OperationsPerInvocation(TASKS)
    public void handOver() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(TASKS);
        for (int task = 0; task < TASKS; task++) {
            executor.execute(done::countDown);
        }
        done.await();
    }
}
