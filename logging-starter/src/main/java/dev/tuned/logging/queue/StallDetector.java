/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Finds out whether a writer that has something to do makes no progress. Nothing runs for it: who would have to wait asks. A pause
 * of the whole JVM counts as no more than one question. Thread-safe.
 */
final class StallDetector {

    private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int MIN_LOOKS = 4;

    private final LongSupplier progress;
    private final long timeoutNanos;
    private volatile Look last;

    /**
     * What was found at a moment.
     *
     * @param progress of the writer
     * @param at nanoseconds
     * @param without nanoseconds for which it had not changed
     */
    private record Look(long progress, long at, long without) {}

    StallDetector(LongSupplier progress, long timeoutNanos) {
        this.progress = progress;
        this.timeoutNanos = timeoutNanos;
        this.last = new Look(progress.getAsLong(), System.nanoTime(), 0);
    }

    /**
     * Returns whether there was no progress for the time-out; to be asked again and again meanwhile.
     *
     * @param idle whether there is nothing to do
     */
    boolean isStalled(boolean idle) {
        Look before = last;
        long now = System.nanoTime();
        long current = progress.getAsLong();
        if (idle || current != before.progress) {
            last = new Look(current, now, 0);
            return false;
        }
        long since = now - before.at;
        long without = before.without + Math.min(since, Math.min(MAX_NANOS, timeoutNanos / MIN_LOOKS));
        if (without < timeoutNanos) {
            last = new Look(current, now, without);
        }
        return without >= timeoutNanos;
    }
}
