/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.lang.Thread.State;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Opens a {@link FittingPool} to virtual threads while its requests are seen to wait, and closes it again. What has to be true
 * to open:
 *
 * <ul>
 *   <li>virtual threads that block inside {@code synchronized} do not keep their carriers, and nobody has set a limit
 *       ({@link Settings#mayOpen});
 *   <li>more is submitted than the pool may have threads, in each of {@link #MIN_LOOKS_EXHAUSTED} looks;
 *   <li>the process leaves a tenth of its processors idle meanwhile;
 *   <li>of up to {@link #MAX_PROBED} queued requests that are served on virtual threads for this, fewer than half are runnable;
 *   <li>not half of them wait for one and the same object: what is scarce then is no thread.
 * </ul>
 *
 * <p>Its one thread starts when the pool is exhausted for the first time, and sleeps while it is not. Nobody waits for it: it
 * leaves the pool closed if it ends for any reason.
 */
final class PoolWatcher {

    private static final Log logger = LogFactory.getLog(PoolWatcher.class);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int MIN_LOOKS_EXHAUSTED = 4;

    /** Requests that are moved to virtual threads to see what they do. */
    private static final int MAX_PROBED = 16;

    private static final int PROBE_LOOKS = 8;

    private static final double MAX_CPU = 0.9;

    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(4);

    private static final long OPEN_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Virtual threads whose state is read in one look. */
    private static final int MAX_SAMPLED = 64;

    /** Time over which the number of waiting requests is smoothed. */
    private static final long SMOOTHING_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Part of the pool's threads below which waiting requests need no more than the pool. */
    private static final double MIN_WAITING = 0.25;

    /** Looks in a row, about half a second, in which most wait for one object. */
    private static final int MAX_LOOKS_SCARCE = 25;

    /** Looks in which no virtual thread starts while processors idle, and some are seen to be stuck. */
    private static final int MIN_LOOKS_STUCK = 5;

    /** The same where none of ours is seen to be stuck. */
    private static final int MAX_LOOKS_STUCK = 100;

    private static final int MAX_STACKS = 8;

    /** Time for which a pool that may not open has to be exhausted before somebody is told. */
    private static final long MIN_DRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * What is decided before the start.
     *
     * @param mayOpen whether it may open at all
     * @param help what would help where it may not
     * @param changed is called after each opening (true) and closing (false)
     */
    record Settings(boolean mayOpen, String help, Consumer<Boolean> changed) {}

    /**
     * What serves, since when, and why.
     *
     * @param openings times that it was opened
     */
    record Serving(String threads, Instant since, String why, long openings) {}

    /**
     * What some threads do.
     *
     * @param most how many wait for the object that most of them wait for
     * @param object its class
     */
    private record Look(int seen, int waiting, int most, String object) {

        static final Look NONE = new Look(0, 0, 0, "");

        Look plus(Look other) {
            boolean mine = this.most >= other.most;
            return new Look(
                    this.seen + other.seen,
                    this.waiting + other.waiting,
                    mine ? this.most : other.most,
                    mine ? this.object : other.object);
        }

        boolean mostWait() {
            return this.waiting * 2 > this.seen;
        }

        /** Whether one object is what they wait for, so that more threads would wait for it, too. */
        boolean isScarce() {
            return this.most > 1 && this.most * 2 > this.seen;
        }
    }

    private final String name;

    private final Settings settings;

    private final Object starting = new Object();

    private volatile @Nullable Thread thread;

    private volatile boolean ended;

    private volatile boolean asleep;

    private volatile boolean probing;

    private volatile @Nullable Throwable failure;

    private volatile Serving serving = new Serving("pool", Instant.now(), "start", 0);

    private @Nullable Executor virtualThreads;

    private long pause = MIN_PAUSE_NANOS;

    private boolean warned;

    PoolWatcher(String name, Settings settings) {
        this.name = name;
        this.settings = settings;
    }

    Serving serving() {
        return this.serving;
    }

    /** The pool is exhausted. */
    void wake(FittingPool pool) {
        if (this.thread == null) {
            start(pool);
        } else if (this.asleep) {
            LockSupport.unpark(this.thread);
        }
    }

    private void start(FittingPool pool) {
        synchronized (this.starting) {
            if (this.thread != null || this.ended) {
                return;
            }
            Thread watching = new Thread(() -> run(pool), this.name + "-watcher");
            watching.setDaemon(true);
            try {
                watching.start();
                this.thread = watching;
            } catch (Throwable ex) {
                // The request is in the pool; it must not fail for this.
                fail(ex);
                this.ended = true;
                logger.error("tuned threads: requests stay on Tomcat's pool, its watcher cannot start", ex);
            }
        }
    }

    void end() {
        synchronized (this.starting) {
            this.ended = true;
        }
        LockSupport.unpark(this.thread);
    }

    /** A virtual thread could not be started: its task went to the pool. */
    void fail(Throwable failure) {
        this.failure = failure;
    }

    /** Whether queued requests are being tried on virtual threads. */
    boolean probes() {
        return this.probing;
    }

    Executor virtualThreads() {
        if (this.virtualThreads == null) {
            throw new IllegalStateException("never opened");
        }
        return this.virtualThreads;
    }

    private void run(FittingPool pool) {
        try {
            while (!this.ended) {
                if (pool.isExhausted()) {
                    whileExhausted(pool);
                } else if (pool.hasHanded(0)) {
                    // Left over where neither the pool nor a virtual thread could take it.
                    pool.takeBack(0);
                    LockSupport.parkNanos(this, OPEN_LOOK_NANOS);
                } else {
                    this.asleep = true;
                    if (!pool.isExhausted() && !this.ended) {
                        LockSupport.park(this);
                    }
                    this.asleep = false;
                }
            }
        } catch (Throwable ex) {
            logger.error("tuned threads: requests stay on Tomcat's pool, its watcher has failed", ex);
        } finally {
            this.ended = true;
            this.probing = false;
            pool.close();
        }
    }

    private void whileExhausted(FittingPool pool) {
        Cpu cpu = new Cpu();
        long since = System.nanoTime();
        for (int look = 0; look < MIN_LOOKS_EXHAUSTED; look++) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            if (this.ended || !pool.isExhausted()) {
                this.pause = MIN_PAUSE_NANOS;
                return;
            }
        }
        Look atPool = look(pool.threads(), Set.of(), pool.getMaximumPoolSize());
        if (!this.settings.mayOpen() || atPool.isScarce()) {
            String help = atPool.isScarce()
                    ? "most requests wait for one object, a " + atPool.object()
                            + "; more threads would not help, more of that would"
                    : this.settings.help();
            warnOnceWhereDry(pool, cpu, since, help);
            sleep(MIN_PAUSE_NANOS);
        } else if (cpu.used() < MAX_CPU && probe(pool)) {
            this.pause = MIN_PAUSE_NANOS;
            whileOpen(pool);
        } else {
            sleep(this.pause);
            this.pause = Math.min(MAX_PAUSE_NANOS, this.pause * 2);
        }
    }

    private void warnOnceWhereDry(FittingPool pool, Cpu cpu, long since, String help) {
        while (!this.warned && !this.ended && System.nanoTime() - since < MIN_DRY_NANOS) {
            LockSupport.parkNanos(this, OPEN_LOOK_NANOS);
            if (!pool.isExhausted()) {
                return;
            }
        }
        double used = cpu.used();
        if (!this.warned && !this.ended && used < MAX_CPU) {
            this.warned = true;
            logger.warn(
                    ("tuned threads: all %d threads of Tomcat's pool are taken and %d requests wait for one, while processors"
                                    + " idle (this process uses %.0f %%): %s")
                            .formatted(
                                    pool.getMaximumPoolSize(), pool.getQueue().size(), 100 * used, help));
        }
    }

    /** Whether queued requests wait when they are served: sees it by serving a few. */
    private boolean probe(FittingPool pool) {
        if (this.virtualThreads == null) {
            this.virtualThreads = new VirtualThreadExecutor("tomcat-handler-");
        }
        Cpu cpu = new Cpu();
        Set<Thread> before = Set.copyOf(pool.running());
        Look all = Look.NONE;
        int scarce = 0;
        this.probing = true;
        try {
            pool.moveQueued(MAX_PROBED);
            for (int i = 0; i < PROBE_LOOKS && !this.ended; i++) {
                LockSupport.parkNanos(this, LOOK_NANOS);
                Look look = look(pool.running(), before, MAX_PROBED);
                all = all.plus(look);
                scarce += look.isScarce() ? 1 : 0;
                pool.takeBack(FittingPool.MAX_START_NANOS);
            }
        } finally {
            this.probing = false;
            // Whatever has not started by now would wait for a carrier.
            pool.takeBack(0);
        }
        if (all.seen() < PROBE_LOOKS) {
            // Served at once: it is for the requests on the pool that they waited.
            all = look(pool.threads(), Set.of(), pool.getMaximumPoolSize());
        }
        return this.failure == null
                && !all.isScarce()
                && scarce * 2 <= PROBE_LOOKS
                && all.mostWait()
                && cpu.used() < MAX_CPU;
    }

    private void whileOpen(FittingPool pool) {
        change(
                pool,
                true,
                "the pool's %d threads were taken by requests that wait".formatted(pool.getMaximumPoolSize()));
        double waiting = pool.getMaximumPoolSize();
        int scarce = 0;
        int stuck = 0;
        long before = System.nanoTime();
        Cpu cpu = new Cpu();
        String why = null;
        while (why == null && !this.ended) {
            LockSupport.parkNanos(this, OPEN_LOOK_NANOS);
            if (pool.hasStarted()) {
                stuck = 0;
                cpu = new Cpu();
            } else if (pool.hasHanded(FittingPool.MAX_START_NANOS)) {
                stuck++;
            }
            pool.takeBack(FittingPool.MAX_START_NANOS);
            Look look = look(pool.running(), Set.of(), MAX_SAMPLED);
            scarce = look.isScarce() ? scarce + 1 : 0;
            long now = System.nanoTime();
            double onVirtual = (double) look.waiting()
                    / Math.max(1, look.seen())
                    * pool.running().size();
            double weight = Math.min(1, (double) (now - before) / SMOOTHING_NANOS);
            waiting += weight * (onVirtual + pool.getSubmittedCount() - waiting);
            before = now;
            if (this.failure != null) {
                why = "a virtual thread could not be started: " + this.failure;
            } else if (stuck >= MIN_LOOKS_STUCK && cpu.used() < MAX_CPU && areStuck(pool, stuck)) {
                why = "no virtual thread starts, their carriers are stuck";
            } else if (scarce >= MAX_LOOKS_SCARCE) {
                why = "most requests wait for one object, a " + look.object();
            } else if (waiting < MIN_WAITING * pool.getMaximumPoolSize()) {
                why = "the pool would do";
            }
        }
        change(pool, false, (why != null) ? why : "end");
        if (why != null && waiting >= MIN_WAITING * pool.getMaximumPoolSize()) {
            this.failure = null;
            sleep(MAX_PAUSE_NANOS);
        }
    }

    private void change(FittingPool pool, boolean open, String why) {
        long openings = this.serving.openings() + (open ? 1 : 0);
        this.serving = new Serving(open ? "virtual threads" : "pool", Instant.now(), why, openings);
        this.settings.changed().accept(open);
        if (open) {
            pool.open();
        } else {
            pool.close();
        }
        if (open && openings == 1) {
            logger.info("tuned threads: requests are served on virtual threads for now: " + why + ". Meanwhile "
                    + pool.getMaximumPoolSize()
                    + " is no limit: connection pools and other systems get as many requests as come;"
                    + " tuned.threads.web.limit=pool or max-concurrency limits them, tuned.threads.web.mode=platform keeps Tomcat's"
                    + " pool alone");
        } else {
            logger.debug("tuned threads: requests are served by the " + this.serving.threads() + ": " + why);
        }
    }

    private static boolean areStuck(FittingPool pool, int looks) {
        String stacks = pool.running().stream()
                .map(thread -> Map.entry(thread, thread.getStackTrace()))
                .filter(entry -> isStuck(entry.getValue()))
                .limit(MAX_STACKS)
                .map(entry -> "\n" + entry.getKey() + "\n    at "
                        + Stream.of(entry.getValue()).map(String::valueOf).collect(Collectors.joining("\n    at ")))
                .collect(Collectors.joining());
        boolean stuck = !stacks.isEmpty() || looks >= MAX_LOOKS_STUCK;
        if (stuck) {
            logger.warn(
                    "tuned threads: no virtual thread starts while processors idle, because their carrier threads are stuck;"
                            + " Tomcat's pool serves again. Requests that had started on virtual threads wait until a carrier is free"
                            + (stacks.isEmpty() ? "; none of the stuck threads serves a request" : stacks));
        }
        return stuck;
    }

    /** Whether it keeps its carrier: in native code, or parked with a native frame or a class initializer below. */
    private static boolean isStuck(StackTraceElement[] stack) {
        return stack.length > 0
                && (stack[0].isNativeMethod()
                        || Stream.of(stack)
                                .anyMatch(frame -> List.of("<clinit>", "parkOnCarrierThread")
                                        .contains(frame.getMethodName())));
    }

    /** What some of these threads do. A virtual thread that waits for its carrier is runnable. */
    private static Look look(Set<Thread> threads, Set<Thread> without, int max) {
        IdentityHashMap<Object, Integer> objects = new IdentityHashMap<>();
        Look look = Look.NONE;
        for (Thread thread : threads) {
            if (look.seen() < max && !without.contains(thread)) {
                look = look.plus(look(thread, objects));
            }
        }
        return look;
    }

    private static Look look(Thread thread, IdentityHashMap<Object, Integer> objects) {
        State state = thread.getState();
        if (state == State.TERMINATED || state == State.NEW) {
            return Look.NONE;
        }
        if (state == State.RUNNABLE) {
            return new Look(1, 0, 0, "");
        }
        Object blocker = (state == State.BLOCKED) ? State.BLOCKED : LockSupport.getBlocker(thread);
        // A latch is one event for all of them, and gives nothing to one of them alone.
        if (blocker == null || blocker.getClass().getName().equals("java.util.concurrent.CountDownLatch$Sync")) {
            return new Look(1, 1, 0, "");
        }
        return new Look(
                1,
                1,
                objects.merge(blocker, 1, Integer::sum),
                (blocker == State.BLOCKED) ? "lock" : blocker.getClass().getName());
    }

    private void sleep(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !this.ended; left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }

    /** Share of the processors that this process has used since it was made. */
    private static final class Cpu {

        private static final OperatingSystemMXBean SYSTEM =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

        private final long wall = System.nanoTime();

        private final long used = SYSTEM.getProcessCpuTime();

        double used() {
            return (double) (SYSTEM.getProcessCpuTime() - this.used)
                    / Math.max(1, System.nanoTime() - this.wall)
                    / Runtime.getRuntime().availableProcessors();
        }
    }
}
