/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.HdrHistogram.Histogram;

/**
 * A thread that logs its part of the events, 60 frames below where it began as in a web application.
 *
 * @param target where to
 * @param work of all callers
 * @param number of this one
 */
record Caller(Target target, Work work, int number) implements Callable<Histogram> {

    private static final int FRAMES = 60;
    private static final long MAX_NANOS = TimeUnit.MINUTES.toNanos(10);

    @Override
    public Histogram call() {
        target.enterRequest();
        return descend(FRAMES);
    }

    private Histogram descend(int frames) {
        return frames == 0 ? log() : descend(frames - 1);
    }

    private Histogram log() {
        // A large one would be seen in the bytes that are allocated.
        Histogram nanos = work.timed() ? new Histogram(MAX_NANOS, 3) : new Histogram(2, 0);
        long events = work.events() / work.callers();
        long interval = work.perSecond() == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) * work.callers() / work.perSecond();
        long next = System.nanoTime() + interval * number / work.callers();
        for (long i = 0; i < events; i++) {
            if (interval > 0) {
                parkUntil(next);
                next += interval;
            }
            if (work.timed()) {
                long begin = System.nanoTime();
                target.log(work.inFull(), i);
                nanos.recordValue(System.nanoTime() - begin);
            } else {
                target.log(work.inFull(), i);
            }
        }
        return nanos;
    }

    private static void parkUntil(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
