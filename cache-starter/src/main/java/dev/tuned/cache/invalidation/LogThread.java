/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import dev.tuned.cache.store.DaemonThreads;

/** {@link LogTimer} of the running system: a daemon thread. */
final class LogThread extends ScheduledThreadPoolExecutor implements LogTimer {

    LogThread() {
        // The store may answer after the end.
        super(1, new DaemonThreads("tuned-cache-invalidation-"), new DiscardPolicy());
    }

    @Override
    public void schedule(Runnable task, Duration delay) {
        var unused = schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        shutdownNow();
    }
}
