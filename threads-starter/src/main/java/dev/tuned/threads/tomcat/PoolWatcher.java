/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.time.Instant;
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
 *       ({@link Settings#help});
 *   <li>more is submitted than the pool may have threads, in each of {@link #MIN_LOOKS_EXHAUSTED} looks;
 *   <li>the process leaves a tenth of its processors idle meanwhile;
 *   <li>more than half of the pool's threads wait, by Java and by the system, for something of their own: an answer, a time;
 *   <li>not half of them wait for one and the same object: what is scarce then is no thread.
 * </ul>
 *
 * <p>Its one thread starts when the pool is exhausted for the first time, and sleeps while it is not. No thread waits for it: it
 * leaves the pool closed if it ends for any reason.
 */
final class PoolWatcher {

    private static final Log log = LogFactory.getLog(PoolWatcher.class);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int MIN_LOOKS_EXHAUSTED = 4;

    /** Looks at what the pool's threads do. */
    private static final int LOOKS_AT_THREADS = 4;

    /** Part of the pool's threads that have a task; else they wait for each other at its queue. */
    private static final double MIN_ACTIVE = 0.9;

    /** Share of the processors that this process may use where requests are said to wait. */
    static final double MAX_CPU = 0.9;

    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(4);

    /** After openings that brought nothing. */
    private static final long MAX_PAUSE_NO_GAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final long OPEN_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Time over which the number of waiting requests is smoothed. */
    private static final long SMOOTHING_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Part of the pool's threads below which waiting requests need no more than the pool. */
    private static final double MIN_WAITING = 0.25;

    /** Looks in a row, about half a second, in which most wait for one object. */
    private static final int MAX_LOOKS_SCARCE = 25;

    /** Looks, {@link #MIN_PAUSE_NANOS} apart, in which a pool that may not open is exhausted before the WARN. */
    private static final int MIN_LOOKS_DRY = 5;

    private static final String POOL_DOES = "the pool would do";

    private static final String NO_GAIN = "no more requests complete than before";

    /**
     * What is decided before the start.
     *
     * @param help what would help where the pool may not open; null where it may
     * @param changed is called before each opening (true) and closing (false)
     */
    record Settings(@Nullable String help, Consumer<Boolean> changed) {}

    /**
     * What serves, since when, and why.
     *
     * @param openings times that it was opened
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

    /** @param answered what all requests are that were answered */
    PoolWatcher(String name, Settings settings, Supplier<Gain.Answered> answered) {
        this.name = name;
        this.settings = settings;
        this.answered = answered;
    }

    Status status() {
        return status;
    }

    /** The pool is exhausted. Never fails: the request is in the pool. */
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

    /** A virtual thread could not be started, or a task not be taken back. */
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
                    // Left over where neither the pool nor a virtual thread could take it.
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
        } else if (idle && states.own() * 2 > states.seen() && settings.help() != null) {
            warn(pool, settings.help());
        } else if (idle && states.own() * 2 > states.seen()) {
            pause = MIN_PAUSE_NANOS;
            dry = 0;
            whileOpen(pool, gain);
        } else {
            sleep(pause);
            pause = Math.min(MAX_PAUSE_NANOS, pause * 2);
            dry = 0;
        }
    }

    private void warn(FittingPool pool, String help) {
        dry++;
        if (!warned && dry >= MIN_LOOKS_DRY) {
            warned = true;
            log.warn("tuned threads: all " + pool.getMaximumPoolSize() + " threads of Tomcat's pool are taken and "
                    + pool.getQueue().size() + " requests wait for one, while processors idle: " + help);
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

    /** What the pool's threads do, in some looks; nothing where it is not exhausted in each, or its threads are without tasks. */
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
        double waiting = pool.getMaximumPoolSize();
        int scarce = 0;
        long started = pool.started();
        StuckCarriers carriers =
                new StuckCarriers(() -> StuckCarriers.stacks(pool.running()), () -> new CpuShare()::used);
        String why = null;
        for (long last = System.nanoTime(); why == null && !ended; ) {
            LockSupport.parkNanos(this, OPEN_LOOK_NANOS);
            String stuck = carriers.look(pool.started() != started, pool.hasHanded(FittingPool.MAX_START_NANOS));
            started = pool.started();
            pool.takeBackStuck();
            ThreadStates look = ThreadStates.ofVirtual(pool.running().stream());
            scarce = look.isScarce() ? scarce + 1 : 0;
            double onVirtual = (double) look.waiting()
                    / Math.max(1, look.seen())
                    * pool.running().size();
            long now = System.nanoTime();
            waiting += Math.min(1, (double) (now - last) / SMOOTHING_NANOS)
                    * (onVirtual + pool.getSubmittedCount() - waiting);
            last = now;
            boolean none = gain.isNone(answered.get(), pool.inService(), onVirtual);
            if (failure != null) {
                why = "it failed: " + failure;
                log.warn("tuned threads: Tomcat's pool serves again, because virtual threads failed", failure);
            } else if (stuck != null) {
                why = "no virtual thread starts, their carrier threads are stuck";
                log.warn(
                        "tuned threads: no virtual thread starts while processors idle, because their carrier threads are"
                                + " stuck; Tomcat's pool serves again. What had started on virtual threads waits until a carrier"
                                + " is free. Requests that are stuck: " + stuck);
            } else if (scarce >= MAX_LOOKS_SCARCE) {
                why = look.scarce();
            } else if (none) {
                why = NO_GAIN;
            } else if (waiting < MIN_WAITING * pool.getMaximumPoolSize()) {
                why = POOL_DOES;
            }
        }
        change(pool, false, (why != null) ? why : "end");
        pauseNoGain = NO_GAIN.equals(why) ? Math.min(MAX_PAUSE_NO_GAIN_NANOS, pauseNoGain * 2) : MAX_PAUSE_NANOS / 2;
        if (!POOL_DOES.equals(why)) {
            sleep(Math.max(MAX_PAUSE_NANOS, pauseNoGain));
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
