/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
 *       ({@link Settings#help});
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

    /** Time over which the number of waiting requests is smoothed. */
    private static final long SMOOTHING_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Part of the pool's threads below which waiting requests need no more than the pool. */
    private static final double MIN_WAITING = 0.25;

    /** Looks in a row, about half a second, in which most wait for one object. */
    private static final int MAX_LOOKS_SCARCE = 25;

    /**
     * Looks, about half a second, in which no virtual thread starts while processors idle, and some stand at the same native call
     * from the first of them to the last: on a busy machine a thread may be kept from running for long, too.
     */
    private static final int MIN_LOOKS_STUCK = 25;

    /** The same where none of ours is seen to be stuck. */
    private static final int MAX_LOOKS_STUCK = 100;

    private static final int MAX_STACKS = 8;

    /** Looks, {@link #MIN_PAUSE_NANOS} apart, in which a pool that may not open is exhausted before the WARN. */
    private static final int MIN_LOOKS_DRY = 5;

    private static final String POOL_DOES = "the pool would do";

    /** A frame of a thread that keeps its carrier: native code, a class initializer, or parked with one of them below. */
    private static final Pattern STUCK = Pattern.compile("Native Method|<clinit>|VirtualThread\\.parkOnCarrierThread");

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
    record Serving(String threads, Instant since, String why, long openings) {}

    private final Settings settings;

    private final String name;

    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();

    private volatile boolean ended;

    private volatile boolean asleep;

    private volatile boolean probing;

    private volatile @Nullable Throwable failure;

    private volatile Serving serving = new Serving("pool", Instant.now(), "start", 0);

    private volatile @Nullable Executor virtualThreads;

    private long pause = MIN_PAUSE_NANOS;

    private boolean warned;

    private int dry;

    PoolWatcher(String name, Settings settings) {
        this.name = name;
        this.settings = settings;
    }

    Serving serving() {
        return this.serving;
    }

    /** The pool is exhausted. Never fails: the request is in the pool. */
    void wake(FittingPool pool) {
        Thread watching = this.thread.get();
        if (watching == null) {
            start(pool);
        } else if (this.asleep) {
            LockSupport.unpark(watching);
        }
    }

    private void start(FittingPool pool) {
        try {
            Thread watching = new Thread(() -> run(pool), this.name + "-watcher");
            watching.setDaemon(true);
            if (this.thread.compareAndSet(null, watching)) {
                watching.start();
            }
        } catch (Throwable ex) {
            logger.error("tuned threads: requests stay on Tomcat's pool, its watcher cannot start", ex);
        }
    }

    void end() {
        this.ended = true;
        LockSupport.unpark(this.thread.get());
    }

    /** A virtual thread could not be started, or a task not be taken back. */
    void fail(Throwable failure) {
        this.failure = failure;
    }

    /** Whether queued requests are being tried on virtual threads. */
    boolean probes() {
        return this.probing;
    }

    Executor virtualThreads() {
        Executor executor = this.virtualThreads;
        if (executor == null) {
            executor = new VirtualThreadExecutor("tomcat-handler-");
            this.virtualThreads = executor;
        }
        return executor;
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
            this.probing = false;
            pool.close();
        }
    }

    private void whileExhausted(FittingPool pool) {
        CpuShare cpu = new CpuShare();
        if (!staysExhausted(pool, MIN_LOOKS_EXHAUSTED)) {
            this.pause = MIN_PAUSE_NANOS;
            this.dry = 0;
            return;
        }
        ThreadStates look = ThreadStates.at(pool.threads().stream());
        String help =
                look.isScarce() ? look.scarce() + ", for which more threads would wait, too" : this.settings.help();
        if (help != null) {
            this.dry++;
            if (!this.warned && this.dry >= MIN_LOOKS_DRY && cpu.used() < MAX_CPU) {
                this.warned = true;
                logger.warn(
                        "tuned threads: all " + pool.getMaximumPoolSize() + " threads of Tomcat's pool are taken and "
                                + pool.getQueue().size() + " requests wait for one, while processors idle: " + help);
            }
            sleep(MIN_PAUSE_NANOS);
            return;
        }
        this.dry = 0;
        if (cpu.used() < MAX_CPU && probe(pool)) {
            this.pause = MIN_PAUSE_NANOS;
            whileOpen(pool);
        } else {
            sleep(this.pause);
            this.pause = Math.min(MAX_PAUSE_NANOS, this.pause * 2);
        }
    }

    private boolean staysExhausted(FittingPool pool, int looks) {
        boolean exhausted = true;
        for (int look = 0; look < looks && exhausted; look++) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            exhausted = !this.ended && pool.isExhausted();
        }
        return exhausted;
    }

    /** Whether queued requests wait when they are served: sees it by serving a few. */
    private boolean probe(FittingPool pool) {
        CpuShare cpu = new CpuShare();
        Set<Thread> before = Set.copyOf(pool.running());
        int seen = 0;
        int waiting = 0;
        this.failure = null;
        this.probing = true;
        try {
            pool.moveQueued(MAX_PROBED);
            for (int i = 0; i < PROBE_LOOKS && !this.ended; i++) {
                LockSupport.parkNanos(this, LOOK_NANOS);
                ThreadStates look = ThreadStates.at(pool.running().stream().filter(thread -> !before.contains(thread)));
                seen += look.seen();
                waiting += look.isScarce() ? 0 : look.waiting();
                pool.takeBack(FittingPool.MAX_START_NANOS);
            }
        } finally {
            this.probing = false;
            // Whatever has not started by now would wait for a carrier.
            pool.takeBack(0);
        }
        if (seen < PROBE_LOOKS) {
            // Served at once: it is for the requests on the pool that they waited. Its idle threads wait for the same
            // object.
            ThreadStates look = ThreadStates.at(pool.threads().stream());
            seen = look.seen();
            waiting = pool.isExhausted() ? look.waiting() - look.most() : 0;
        }
        return this.failure == null && waiting * 2 > seen && cpu.used() < MAX_CPU;
    }

    private void whileOpen(FittingPool pool) {
        change(pool, true, "requests that wait took all %d threads of the pool".formatted(pool.getMaximumPoolSize()));
        double waiting = pool.getMaximumPoolSize();
        int scarce = 0;
        int stuck = 0;
        Map<Thread, List<StackTraceElement>> suspects = Map.of();
        CpuShare cpu = new CpuShare();
        String why = null;
        for (long last = System.nanoTime(); why == null && !this.ended; ) {
            LockSupport.parkNanos(this, OPEN_LOOK_NANOS);
            if (pool.hasStarted()) {
                stuck = 0;
                cpu = new CpuShare();
            } else if (pool.hasHanded(FittingPool.MAX_START_NANOS)) {
                stuck++;
                suspects = (stuck == 1) ? suspects(pool) : suspects;
            }
            pool.takeBack(FittingPool.MAX_START_NANOS);
            ThreadStates look = ThreadStates.at(pool.running().stream());
            scarce = look.isScarce() ? scarce + 1 : 0;
            double onVirtual = (double) look.waiting()
                    / Math.max(1, look.seen())
                    * pool.running().size();
            long now = System.nanoTime();
            waiting += Math.min(1, (double) (now - last) / SMOOTHING_NANOS)
                    * (onVirtual + pool.getSubmittedCount() - waiting);
            last = now;
            if (this.failure != null) {
                why = "it failed: " + this.failure;
                logger.warn("tuned threads: Tomcat's pool serves again, because virtual threads failed", this.failure);
            } else if (stuck >= MIN_LOOKS_STUCK && cpu.used() < MAX_CPU && areStuck(suspects, stuck)) {
                why = "no virtual thread starts, their carrier threads are stuck";
            } else if (scarce >= MAX_LOOKS_SCARCE) {
                why = look.scarce();
            } else if (waiting < MIN_WAITING * pool.getMaximumPoolSize()) {
                why = POOL_DOES;
            }
        }
        change(pool, false, (why != null) ? why : "end");
        if (!POOL_DOES.equals(why)) {
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
            logger.info("tuned threads: virtual threads serve for now, because " + why
                    + ". Meanwhile that number is no limit:"
                    + " connection pools and other systems get as many requests as come; tuned.threads.web.limit=pool or"
                    + " max-concurrency limits them, tuned.threads.web.mode=platform keeps the pool alone");
        }
    }

    /** Threads that serve a request and may keep their carriers, with their stacks. */
    private static Map<Thread, List<StackTraceElement>> suspects(FittingPool pool) {
        Map<Thread, List<StackTraceElement>> suspects = new HashMap<>();
        for (Thread thread : pool.running()) {
            List<StackTraceElement> stack = List.of(thread.getStackTrace());
            if (stack.stream().anyMatch(frame -> STUCK.matcher(frame.toString()).find())) {
                suspects.put(thread, stack);
            }
        }
        return suspects;
    }

    /** Whether some stand where they stood; says so, with their stacks. */
    private static boolean areStuck(Map<Thread, List<StackTraceElement>> suspects, int looks) {
        String stacks = suspects.entrySet().stream()
                .filter(suspect -> List.of(suspect.getKey().getStackTrace()).equals(suspect.getValue()))
                .limit(MAX_STACKS)
                .map(suspect -> suspect.getValue().stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining("\n    at ", "\n    at ", "\n")))
                .collect(Collectors.joining());
        boolean stuck = !stacks.isEmpty() || looks >= MAX_LOOKS_STUCK;
        if (stuck) {
            logger.warn(
                    "tuned threads: no virtual thread starts while processors idle, because their carrier threads are stuck;"
                            + " Tomcat's pool serves again. What had started on virtual threads waits until a carrier is free."
                            + " Requests that are stuck: " + (stacks.isEmpty() ? "none" : stacks));
        }
        return stuck;
    }

    private void sleep(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !this.ended; left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }
}
