/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Opens a {@link FittingPool} to virtual threads while its requests are seen to wait, and closes it again. What has to be true
 * to open:
 *
 * <ul>
 *   <li>virtual threads that block inside {@code synchronized} do not keep their carriers, and no limit has been set
 *       ({@link Settings#mayOpen});
 *   <li>more tasks are submitted than the pool may have threads, in each of {@link #MIN_LOOKS_EXHAUSTED} looks;
 *   <li>the process leaves a tenth of its processors idle meanwhile;
 *   <li>more than half of the pool's threads wait, by Java and by the system, for something of their own: an answer, a time;
 *   <li>not half of them wait for the same object, which is scarce then, and not threads.
 * </ul>
 *
 * <p>Its one thread starts when the pool is exhausted for the first time, and sleeps while the pool is not. No thread waits for the
 * watcher; if it ends for any reason, the pool is closed.
 */
final class PoolWatcher {

    private static final Log log = LogFactory.getLog(PoolWatcher.class);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int MIN_LOOKS_EXHAUSTED = 4;

    /** Looks at what the pool's threads do. */
    private static final int LOOKS_AT_THREADS = 4;

    /** Part of the pool's threads that have a task; the others wait for each other at its queue. */
    private static final double MIN_ACTIVE = 0.9;

    /** Share of the processors that this process may use if requests are to count as waiting. */
    static final double MAX_CPU = 0.9;

    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(4);

    /** Longest pause after openings without a gain. */
    private static final long MAX_PAUSE_NO_GAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final long OPEN_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Time over which the number of waiting requests is smoothed. */
    private static final long SMOOTHING_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Number of waiting requests, for each of the pool's threads, below which the pool is enough. */
    private static final double MIN_WAITING = 0.25;

    /** Looks in a row, about half a second, in which most requests wait for the same object. */
    private static final int MAX_LOOKS_SCARCE = 25;

    /** Looks, {@link #MIN_PAUSE_NANOS} apart, in which a pool that may not open, or would not help, is exhausted before the WARN. */
    private static final int MIN_LOOKS_DRY = 5;

    /**
     * Settings that are decided before the start.
     *
     * @param mayOpen whether the pool may open
     * @param hint advice in the WARN if it may not open and requests wait
     * @param changed is called before each opening (true) and closing (false)
     */
    record Settings(boolean mayOpen, String hint, Consumer<Boolean> changed) {}

    private enum CloseReason {
        /** It may open again at once. */
        POOL_SUFFICES,
        /** It pauses longer each time. */
        NO_GAIN,
        /** It pauses for {@link #MAX_PAUSE_NANOS}. */
        OTHER
    }

    /**
     * A closing.
     *
     * @param why text of the reason, for the report
     */
    private record Closing(CloseReason reason, String why) {}

    /**
     * Which threads serve, since when, and why.
     *
     * @param openings number of openings
     */
    record Status(String threads, Instant since, String why, long openings) {}

    private final Settings settings;

    private final String name;

    private final Supplier<Gain.Answered> answered;

    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();

    private volatile boolean ended;

    private volatile boolean asleep;

    private volatile @Nullable Throwable failure;

    private volatile Status status = new Status("pool", Instant.now(), "start", 0);

    private volatile @Nullable Executor virtualThreads;

    private long pause = MIN_PAUSE_NANOS;

    private long pauseNoGain = MAX_PAUSE_NANOS / 2;

    private boolean warned;

    private int dry;

    /** @param answered gives the requests that Tomcat has answered so far */
    PoolWatcher(String name, Settings settings, Supplier<Gain.Answered> answered) {
        this.name = name;
        this.settings = settings;
        this.answered = answered;
    }

    Status status() {
        return status;
    }

    /** Notifies the watcher that the pool is exhausted. Never fails, because the request is in the pool already. */
    void wake(FittingPool pool) {
        Thread watching = thread.get();
        if (watching == null) {
            start(pool);
        } else if (asleep) {
            LockSupport.unpark(watching);
        }
    }

    private void start(FittingPool pool) {
        try {
            Thread watching = new Thread(() -> run(pool), name + "-watcher");
            watching.setDaemon(true);
            if (thread.compareAndSet(null, watching)) {
                watching.start();
            }
        } catch (Throwable ex) {
            log.error("tuned threads: requests stay on Tomcat's pool, its watcher cannot start", ex);
        }
    }

    void end() {
        ended = true;
        LockSupport.unpark(thread.get());
    }

    /** Closes the pool, because a virtual thread could not be started, or a task not be taken back. */
    void fail(Throwable failure) {
        this.failure = failure;
    }

    Executor virtualThreads() {
        Executor executor = virtualThreads;
        if (executor == null) {
            executor = new VirtualThreadExecutor("tomcat-handler-");
            virtualThreads = executor;
        }
        return executor;
    }

    private void run(FittingPool pool) {
        try {
            while (!ended) {
                if (pool.isExhausted()) {
                    whileExhausted(pool);
                } else if (pool.hasHanded(0)) {
                    // A task is left that neither the pool nor a virtual thread could take.
                    pool.takeBack(0);
                    LockSupport.parkNanos(this, OPEN_LOOK_NANOS);
                } else {
                    asleep = true;
                    if (!pool.isExhausted() && !ended) {
                        LockSupport.park(this);
                    }
                    asleep = false;
                }
            }
        } catch (Throwable ex) {
            log.error("tuned threads: requests stay on Tomcat's pool, its watcher has failed", ex);
        } finally {
            pool.close();
        }
    }

    private void whileExhausted(FittingPool pool) {
        CpuShare cpu = new CpuShare();
        Gain gain = new Gain(pool.getMaximumPoolSize(), answered.get());
        ThreadStates states = staysExhausted(pool, MIN_LOOKS_EXHAUSTED) ? look(pool) : ThreadStates.NONE;
        boolean idle = cpu.used() < MAX_CPU;
        if (!pool.isExhausted() || ended) {
            pause = MIN_PAUSE_NANOS;
            dry = 0;
        } else if (idle && states.isScarce()) {
            warn(pool, states.scarce() + ", for which more threads would wait, too");
        } else if (idle && states.isMostlyAlone() && !settings.mayOpen()) {
            warn(pool, settings.hint());
        } else if (idle && states.isMostlyAlone()) {
            pause = MIN_PAUSE_NANOS;
            dry = 0;
            whileOpen(pool, gain);
        } else {
            dry = 0;
            backOff();
        }
    }

    private void backOff() {
        sleep(pause);
        pause = Math.min(MAX_PAUSE_NANOS, pause * 2);
    }

    private void warn(FittingPool pool, String hint) {
        if (warned) {
            backOff();
            return;
        }
        dry++;
        if (dry >= MIN_LOOKS_DRY) {
            warned = true;
            log.warn("tuned threads: all " + pool.getMaximumPoolSize() + " threads of Tomcat's pool are taken and "
                    + pool.getQueue().size() + " requests wait for one, while processors idle: " + hint);
        }
        sleep(MIN_PAUSE_NANOS);
    }

    private boolean staysExhausted(FittingPool pool, int looks) {
        boolean exhausted = true;
        for (int look = 0; look < looks && exhausted; look++) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            exhausted = !ended && pool.isExhausted();
        }
        return exhausted;
    }

    /** States of the pool's threads in some looks; none if it is not exhausted in each, or too many threads have no task. */
    private ThreadStates look(FittingPool pool) {
        ThreadStates states = ThreadStates.NONE;
        for (int look = 0; look < LOOKS_AT_THREADS; look++) {
            if (!staysExhausted(pool, 1) || pool.getActiveCount() < MIN_ACTIVE * pool.getMaximumPoolSize()) {
                return ThreadStates.NONE;
            }
            states = states.plus(ThreadStates.ofPlatform(pool.threads()));
        }
        return states;
    }

    private void whileOpen(FittingPool pool, Gain gain) {
        failure = null;
        change(pool, true, "requests that wait took all %d threads of the pool".formatted(pool.getMaximumPoolSize()));
        OpenPool open = new OpenPool(pool, gain);
        Closing closing = null;
        while (closing == null && !ended) {
            LockSupport.parkNanos(this, OPEN_LOOK_NANOS);
            closing = open.look();
        }
        closing = (closing != null) ? closing : new Closing(CloseReason.OTHER, "end");
        change(pool, false, closing.why());
        boolean noGain = closing.reason() == CloseReason.NO_GAIN;
        pauseNoGain = noGain ? Math.min(MAX_PAUSE_NO_GAIN_NANOS, pauseNoGain * 2) : MAX_PAUSE_NANOS / 2;
        if (closing.reason() != CloseReason.POOL_SUFFICES) {
            sleep(Math.max(MAX_PAUSE_NANOS, pauseNoGain));
        }
    }

    /** Looks at a pool while it is open, every {@link #OPEN_LOOK_NANOS}. */
    private final class OpenPool {

        private final FittingPool pool;

        private final Gain gain;

        private final StuckCarriers carriers;

        private long lastStart;

        private long lastLook = System.nanoTime();

        private int looksScarce;

        /** Number of waiting requests, smoothed. */
        private double waiting;

        OpenPool(FittingPool pool, Gain gain) {
            this.pool = pool;
            this.gain = gain;
            carriers = new StuckCarriers(() -> StuckCarriers.stacks(pool.running()), () -> new CpuShare()::used);
            lastStart = pool.lastStart();
            waiting = pool.getMaximumPoolSize();
        }

        /** Looks once; returns the reason to close the pool, or null. */
        @Nullable
        Closing look() {
            Optional<StuckCarriers.Stuck> stuck =
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
            if (failure != null) {
                log.warn("tuned threads: Tomcat's pool serves again, because virtual threads failed", failure);
                return new Closing(CloseReason.OTHER, "it failed: " + failure);
            }
            if (stuck.isPresent()) {
                log.warn(
                        "tuned threads: no virtual thread starts while processors idle, because their carrier threads are"
                                + " stuck; Tomcat's pool serves again. What had started on virtual threads waits until a carrier"
                                + " is free. Requests that are stuck: " + stuck.get());
                return new Closing(CloseReason.OTHER, "no virtual thread starts, their carrier threads are stuck");
            }
            if (looksScarce >= MAX_LOOKS_SCARCE) {
                return new Closing(CloseReason.OTHER, states.scarce());
            }
            if (noGain) {
                return new Closing(CloseReason.NO_GAIN, "no more requests complete than before");
            }
            return (waiting < MIN_WAITING * pool.getMaximumPoolSize())
                    ? new Closing(CloseReason.POOL_SUFFICES, "the pool would do")
                    : null;
        }

        private void smooth(double waitingNow) {
            long now = System.nanoTime();
            waiting += Math.min(1, (double) (now - lastLook) / SMOOTHING_NANOS) * (waitingNow - waiting);
            lastLook = now;
        }
    }

    private void change(FittingPool pool, boolean open, String why) {
        long openings = status.openings() + (open ? 1 : 0);
        status = new Status(open ? "virtual threads" : "pool", Instant.now(), why, openings);
        settings.changed().accept(open);
        if (open) {
            pool.open();
        } else {
            pool.close();
        }
        if (open && openings == 1) {
            log.info("tuned threads: virtual threads serve for now, because " + why
                    + ". Meanwhile that number is no limit:"
                    + " connection pools and other systems get as many requests as come; tuned.threads.web.limit=pool or"
                    + " max-concurrency limits them, tuned.threads.web.mode=platform keeps the pool alone");
        }
    }

    private void sleep(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !ended; left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }
}
