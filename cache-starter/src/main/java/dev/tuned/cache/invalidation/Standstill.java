/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;

/**
 * Notices that this process stood still, as without CPU or while suspended. Until the log has been read on, entries that are
 * older than a change may take to arrive are not served then. Thread-safe.
 */
final class Standstill {

    /** The least time without a sign of life after which the process counts as having stood still: two operations' time. */
    private static final Duration MIN_PAUSE = LogStore.TIMEOUT.multipliedBy(2);

    private static final long NEVER = Long.MAX_VALUE / 2;

    private final long bound;

    /** When the log's thread will have given a sign of life, unless the process stands still. */
    private volatile long expectedBy;

    /** Whether the process stood still and the log has not been read on since. */
    private volatile boolean isBehind;

    private volatile long trustedFrom;
    private long behindSince;

    /**
     * Begins with a log that is not read.
     *
     * @param now reading of the clock
     */
    Standstill(LogSettings settings, long now) {
        this.bound = settings.poll().toNanos() + Math.max(settings.gapGrace().toNanos(), MIN_PAUSE.toNanos());
        this.expectedBy = now + NEVER;
    }

    /** How long a change may take to reach this process, in nanoseconds. */
    long bound() {
        return bound;
    }

    /** A sign of life of the log's thread. */
    void alive(long now) {
        notice(now);
        expectedBy = now + bound;
    }

    /** The log is not read from here on. */
    void asleep(long now) {
        expectedBy = now + NEVER;
    }

    /** The log is about to be read after a time in which it was not. */
    void awake(long now) {
        expectedBy = now + bound;
    }

    /** Whether an entry may be served that was read then. */
    boolean mayServe(long readAt, long now) {
        notice(now);
        return !isBehind || readAt - trustedFrom >= 0;
    }

    private void notice(long now) {
        if (now - expectedBy > 0) {
            stoodStill(now);
        }
    }

    private synchronized void stoodStill(long now) {
        if (now - expectedBy > 0) {
            trustedFrom = now - bound;
            behindSince = now;
            isBehind = true;
            expectedBy = now + bound;
        }
    }

    /** The log was read on without a gap, by a poll that began then. */
    synchronized void caughtUp(long started) {
        if (isBehind && started - behindSince >= 0) {
            isBehind = false;
        }
    }
}
