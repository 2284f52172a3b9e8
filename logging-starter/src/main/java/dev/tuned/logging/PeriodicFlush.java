/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/** Flushes the appenders behind the user's {@code AsyncAppender}s once in an interval; a {@link TunedAsyncAppender} does it itself. */
final class PeriodicFlush {

    private final ScheduledThreadPoolExecutor timer;

    /** With a thread for each: a console nobody reads must not keep a file from being flushed. */
    private PeriodicFlush(List<Leaf> leaves, Duration interval) {
        timer = new ScheduledThreadPoolExecutor(leaves.size(), task -> {
            Thread thread = new Thread(task, "tuned-logging-flush");
            thread.setDaemon(true);
            return thread;
        });
        long nanos = interval.toNanos();
        for (Leaf leaf : leaves) {
            Future<?> unused = timer.scheduleWithFixedDelay(leaf::flush, nanos, nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** Returns {@code null} where there is nothing to flush. */
    static @Nullable PeriodicFlush of(List<Tuned> tuned, Duration interval) {
        List<Leaf> leaves = tuned.stream()
                .filter(Tuned.Behind.class::isInstance)
                .map(one -> ((Tuned.Behind) one).leaf())
                .toList();
        return leaves.isEmpty() ? null : new PeriodicFlush(leaves, interval);
    }

    void end() {
        timer.shutdownNow();
    }
}
