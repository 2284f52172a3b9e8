/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** The one thread on which all of a log's own work happens, and its time: tests have their own. */
interface LogTimer extends Executor {

    /** Nanoseconds since an arbitrary moment. */
    default long nanoTime() {
        return System.nanoTime();
    }

    /** Microseconds since 1970. */
    default long wallClockMicros() {
        return TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
    }

    /** Runs a task once, after a while. */
    void schedule(Runnable task, Duration delay);

    /** Runs nothing from here on. */
    void close();
}
