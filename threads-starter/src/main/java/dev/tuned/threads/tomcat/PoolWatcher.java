/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.threads.tomcat.OpenPool.Closing;

/**
 * Opens a {@link FittingPool} to virtual threads while its requests are seen to wait, and closes it again. What has to be true
 * to open:
 *
 * <ul>
 *   <li>virtual threads that block inside {@code synchronized} do not keep their carriers, and no limit has been set
 *       ({@link Settings#mayOpen});
 *   <li>more tasks are submitted than the pool may have threads, in each look for {@link #MIN_EXHAUSTED_NANOS};
 *   <li>the process leaves a tenth of the processors idle meanwhile, but for its compilers: they stop by themselves;
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

    private static final long MIN_EXHAUSTED_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Looks, in the second half of that time or after it, in which it is seen what the pool's threads do. */
    private static final int MIN_LOOKS_AT_THREADS = 2;

    /** Part of the pool's threads that have a task; the others wait for each other at its queue. */
    private static final double MIN_ACTIVE = 0.9;

    /** Share of the processors that this process may use if requests are to count as waiting. */
    static final double MAX_CPU = 0.9;

    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(4);

    /** Longest pause after openings without a gain. */
    private static final long MAX_PAUSE_NO_GAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final long OPEN_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Looks in a row, {@link #MIN_PAUSE_NANOS} apart, in which processors idle and the pool is exhausted and stays closed, before the WARN. */
    private static final int MIN_LOOKS_BEFORE_WARN = 5;

    /**
     * Settings that are decided before the start.
     *
     * @param mayOpen whether the pool may open
     * @param hint advice in the WARN if it may not open and requests wait
     * @param changed is called before each opening (true) and closing (false)
     */
    record Settings(boolean mayOpen, String hint, Consumer<Boolean> changed) {}

    /**
     * Which threads serve, since when, and why.
     *
     * @param openings number of openings
     */
    record Status(String threads, Instant since, String why, long openings) {}

    private final FittingPool pool;

    private final String name;

    private final Settings settings;

    private final Supplier<Gain.Answered> answered;

    private final Supplier<CpuShare> cpuFromNow;

    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();

    private volatile boolean ended;

    private volatile boolean asleep;

    private volatile Status status = new Status("pool", Instant.now(), "start", 0);

    /** The next pause while the pool is exhausted and does not open. */
    private long pause = MIN_PAUSE_NANOS;

    /** The next pause after an opening without a gain. */
    private long pauseNoGain = MAX_PAUSE_NANOS;

    private boolean warned;

    private int looksBeforeWarn;

    /**
     * @param answered gives the requests that Tomcat has answered so far
     * @param cpuFromNow begins to measure what is used of the processors
     */
    PoolWatcher(
            FittingPool pool,
            String name,
            Settings settings,
            Supplier<Gain.Answered> answered,
            Supplier<CpuShare> cpuFromNow) {
        this.pool = pool;
        this.name = name;
        this.settings = settings;
        this.answered = answered;
        this.cpuFromNow = cpuFromNow;
    }

    Status status() {
        return status;
    }

    /** Notifies the watcher that the pool is exhausted. Never fails, because the request is in the pool already. */
    void wake() {
        Thread watching = thread.get();
        if (watching == null) {
            start();
        } else if (asleep) {
            LockSupport.unpark(watching);
        }
    }

    private void start() {
        try {
            Thread watching = new Thread(this::run, name + "-watcher");
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

    private void run() {
        try {
            while (!ended) {
                if (pool.isExhausted()) {
                    whileExhausted();
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

    private void whileExhausted() {
        CpuShare cpu = cpuFromNow.get();
        Gain gain = new Gain(pool.getMaximumPoolSize(), answered.get());
        ThreadStates states = look();
        boolean idle = cpu.used() < MAX_CPU;
        if (!pool.isExhausted() || ended) {
            startAnew();
        } else if (settings.mayOpen() && states.isMostlyAlone() && cpu.usedWithoutCompilers() < MAX_CPU) {
            startAnew();
            whileOpen(gain);
        } else if (idle && states.isMostlyAlone()) {
            warn(settings.hint());
        } else if (idle && states.isScarce() && pool.getActiveCount() >= MIN_ACTIVE * pool.getMaximumPoolSize()) {
            warn(states.scarce() + ", for which more threads would wait, too");
        } else {
            looksBeforeWarn = 0;
            backOff();
        }
    }

    private void backOff() {
        sleep(pause);
        pause = Math.min(MAX_PAUSE_NANOS, pause * 2);
    }

    private void startAnew() {
        pause = MIN_PAUSE_NANOS;
        looksBeforeWarn = 0;
    }

    /** States of the pool's threads in some looks; none if it is not exhausted in each. */
    private ThreadStates look() {
        ThreadStates states = ThreadStates.NONE;
        long start = System.nanoTime();
        long exhausted = 0;
        for (int looks = 0; looks < MIN_LOOKS_AT_THREADS || exhausted < MIN_EXHAUSTED_NANOS; ) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            if (!pool.isExhausted() || ended) {
                return ThreadStates.NONE;
            }
            exhausted = System.nanoTime() - start;
            if (exhausted >= MIN_EXHAUSTED_NANOS / 2) {
                states = states.plus(ThreadStates.ofPlatform(pool.threads()));
                looks++;
            }
        }
        return states;
    }

    private void warn(String hint) {
        if (warned) {
            backOff();
            return;
        }
        looksBeforeWarn++;
        if (looksBeforeWarn >= MIN_LOOKS_BEFORE_WARN) {
            warned = true;
            log.warn("tuned threads: all " + pool.getMaximumPoolSize() + " threads of Tomcat's pool are taken and "
                    + pool.getQueue().size() + " requests wait for one, while processors idle: " + hint);
        }
        sleep(MIN_PAUSE_NANOS);
    }

    private void whileOpen(Gain gain) {
        open();
        OpenPool open = new OpenPool(pool, gain, answered);
        Closing closing = null;
        while (closing == null && !ended) {
            LockSupport.parkNanos(this, OPEN_LOOK_NANOS);
            closing = open.look();
        }
        closing = (closing != null) ? closing : new Closing(Closing.Reason.OTHER, "end");
        status = new Status("pool", Instant.now(), closing.why(), status.openings());
        settings.changed().accept(false);
        pool.close();
        switch (closing.reason()) {
            case POOL_SUFFICES -> pauseNoGain = MAX_PAUSE_NANOS;
            case NO_GAIN -> {
                sleep(pauseNoGain);
                pauseNoGain = Math.min(MAX_PAUSE_NO_GAIN_NANOS, pauseNoGain * 2);
            }
            case OTHER -> {
                pauseNoGain = MAX_PAUSE_NANOS;
                sleep(MAX_PAUSE_NANOS);
            }
        }
    }

    private void open() {
        String why = "requests that wait took all %d threads of the pool".formatted(pool.getMaximumPoolSize());
        status = new Status("virtual threads", Instant.now(), why, status.openings() + 1);
        settings.changed().accept(true);
        pool.open();
        if (status.openings() == 1) {
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
