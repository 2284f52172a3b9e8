/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import dev.tuned.cache.store.DaemonThreads;

/** {@link LogTimer} of the running system: a daemon thread. */
final class LogThread implements LogTimer {

    private final ScheduledThreadPoolExecutor executor;

    LogThread() {
        this.executor = new ScheduledThreadPoolExecutor(1, new DaemonThreads("tuned-cache-invalidation-"));
        // The store may answer after the end.
        executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(task);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long wallClockMicros() {
        return TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
    }

    @Override
    public void schedule(Runnable task, Duration delay) {
        var unused = executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
