/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** Looks at a pool from one opening to its closing, and finds the reason to close it. For the watcher's thread. */
final class OpenPool {

    private static final Log log = LogFactory.getLog(PoolWatcher.class);

    /** Time over which the number of waiting requests is smoothed. */
    private static final long SMOOTHING_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Number of waiting requests, for each of the pool's threads, below which the pool is enough. */
    private static final double MIN_WAITING = 0.25;

    /** Looks in a row, about half a second, in which most requests wait for the same object. */
    private static final int MAX_LOOKS_SCARCE = 25;

    private final FittingPool pool;

    private final Gain gain;

    private final Supplier<Gain.Answered> answered;

    private final StuckCarriers carriers;

    private long lastStart;

    private long lastLook = System.nanoTime();

    private int looksScarce;

    /** Number of waiting requests, smoothed. */
    private double waiting;

    /** @param answered gives the requests that Tomcat has answered so far */
    OpenPool(FittingPool pool, Gain gain, Supplier<Gain.Answered> answered) {
        this.pool = pool;
        this.gain = gain;
        this.answered = answered;
        carriers = new StuckCarriers(() -> StuckCarriers.stacks(pool.running()), () -> new CpuShare()::used);
        lastStart = pool.lastStart();
        waiting = pool.getMaximumPoolSize();
    }

    /** Looks once; returns the reason to close the pool, or null. */
    @Nullable
    Closing look() {
        Optional<String> stuck =
                carriers.look(pool.lastStart() != lastStart, pool.hasHanded(FittingPool.MAX_START_NANOS));
        lastStart = pool.lastStart();
        pool.takeBackStuck();
        ThreadStates states = ThreadStates.ofVirtual(pool.running().stream());
        looksScarce = states.isScarce() ? looksScarce + 1 : 0;
        double onVirtual = (double) states.waiting()
                / Math.max(1, states.threads())
                * pool.running().size();
        smooth(onVirtual + pool.getSubmittedCount());
        boolean noGain = gain.showsNoGain(answered.get(), pool.inService(), onVirtual);
        Throwable failure = pool.failure();
        if (failure != null) {
            log.warn("tuned threads: Tomcat's pool serves again, because virtual threads failed", failure);
            return new Closing(Closing.Reason.OTHER, "it failed: " + failure);
        }
        if (stuck.isPresent()) {
            log.warn("tuned threads: no virtual thread starts while processors idle, because their carrier threads are"
                    + " stuck; Tomcat's pool serves again. What had started on virtual threads waits until a carrier"
                    + " is free. Requests that are stuck: " + stuck.get());
            return new Closing(Closing.Reason.OTHER, "no virtual thread starts, their carrier threads are stuck");
        }
        if (looksScarce >= MAX_LOOKS_SCARCE) {
            return new Closing(Closing.Reason.OTHER, states.scarce());
        }
        if (noGain) {
            return new Closing(Closing.Reason.NO_GAIN, "no more requests complete than before");
        }
        return (waiting < MIN_WAITING * pool.getMaximumPoolSize())
                ? new Closing(Closing.Reason.POOL_SUFFICES, "the pool would do")
                : null;
    }

    private void smooth(double waitingNow) {
        long now = System.nanoTime();
        waiting += Math.min(1, (double) (now - lastLook) / SMOOTHING_NANOS) * (waitingNow - waiting);
        lastLook = now;
    }

    /**
     * A closing.
     *
     * @param why text of the reason, for the report
     */
    record Closing(Reason reason, String why) {

        enum Reason {
            /** The pool may open again at once. */
            POOL_SUFFICES,
            /** It pauses longer each time. */
            NO_GAIN,
            /** It pauses for a fixed time. */
            OTHER
        }
    }
}
