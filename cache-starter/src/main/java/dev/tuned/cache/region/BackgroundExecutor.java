/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.tuned.cache.store.DaemonThreads;

/**
 * The threads of the near cache, all of them daemons with the application's class loader. Reloads run on a few, with a
 * bounded queue: what does not fit is rejected, since its callers have a copy. Steps of asynchronous reads run on others
 * and are never rejected, since a caller waits for them. Thread-safe.
 *
 * <p>A reload that never ends keeps one thread. When all of them are lost, entries are no longer reloaded in the
 * background: they are served as long as stale copies may be, and are then loaded by their callers.
 */
public final class BackgroundExecutor implements AutoCloseable {

    private static final long IDLE_SECONDS = 30;

    private final ThreadPoolExecutor reloads;
    private final ThreadPoolExecutor asynchronous;

    /**
     * Creates the threads as they are needed.
     *
     * @param size how many there are at most for reloads, and for asynchronous reads
     * @param waiting how many reloads may wait for one of them
     */
    public BackgroundExecutor(int size, int waiting) {
        this.reloads = pool(size, waiting, "tuned-cache-");
        this.asynchronous = pool(size, Integer.MAX_VALUE, "tuned-cache-async-");
        // After the close: a caller waits for it all the same.
        this.asynchronous.setRejectedExecutionHandler((step, pool) -> step.run());
    }

    private static ThreadPoolExecutor pool(int size, int waiting, String prefix) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size,
                size,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(waiting),
                new DaemonThreads(prefix));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Whether a reload would be rejected. */
    boolean isFull() {
        return reloads.getQueue().remainingCapacity() == 0 || reloads.isShutdown();
    }

    /** Runs a reload soon, unless it is rejected; whether it was not. */
    boolean start(Runnable reload) {
        try {
            reloads.execute(reload);
            return true;
        } catch (RejectedExecutionException ex) {
            return false;
        }
    }

    /**
     * Where the steps of asynchronous reads run. One that waits for a thread gets its own if no other has come to its end for
     * so long: they may all be waiting for this one.
     */
    Executor asynchronous() {
        return step -> {
            AtomicBoolean begun = new AtomicBoolean();
            Runnable once = () -> {
                if (begun.compareAndSet(false, true)) {
                    step.run();
                }
            };
            asynchronous.execute(once);
            if (!asynchronous.getQueue().isEmpty()) {
                runIfStuck(once, begun);
            }
        };
    }

    private void runIfStuck(Runnable step, AtomicBoolean begun) {
        long ended = asynchronous.getCompletedTaskCount();
        CompletableFuture.delayedExecutor(CacheReader.MAX_WAIT.toSeconds(), TimeUnit.SECONDS, Runnable::run)
                .execute(() -> {
                    if (!begun.get() && asynchronous.getCompletedTaskCount() == ended) {
                        asynchronous.getThreadFactory().newThread(step).start();
                    } else if (!begun.get()) {
                        runIfStuck(step, begun);
                    }
                });
    }

    /** Ends reloads, which no caller waits for longer than the soft timeout. Steps that a caller waits for are still done. */
    @Override
    public void close() {
        reloads.shutdownNow();
        asynchronous.shutdown();
    }
}
