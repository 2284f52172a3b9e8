/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's pool of threads, exactly, until it is opened. While it is open, tasks are put in a queue from which virtual threads take
 * them, one thread for each task. The pool takes back a task that no virtual thread takes, so that a task is in one queue at a time
 * and runs once. Tasks on virtual threads do not count as the pool's. Thread-safe.
 */
final class FittingPool extends ThreadPoolExecutor {

    /** Time in which a virtual thread has to start; otherwise the pool takes its task back. */
    static final long MAX_START_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** While it is open, tasks are taken back for one of this many threads of the pool. */
    private static final int THREADS_PER_RESERVED = 4;

    /** A task that was handed to virtual threads, and when. */
    private record Handed(Runnable task, long since) {}

    private final PoolWatcher watcher;

    private final Map<Thread, OsThread> threads = new ConcurrentHashMap<>();

    /** Tasks that wait for their virtual threads. */
    private final Queue<Handed> handed = new ConcurrentLinkedQueue<>();

    /** Virtual threads that run a task. */
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();

    private volatile boolean open;

    private volatile long lastStart = System.nanoTime();

    private volatile @Nullable Executor virtualThreads;

    private volatile @Nullable Throwable failure;

    FittingPool(
            int minThreads,
            int maxThreads,
            long keepAliveNanos,
            TaskQueue queue,
            ThreadFactory factory,
            Function<FittingPool, PoolWatcher> watcher) {
        super(minThreads, maxThreads, keepAliveNanos, TimeUnit.NANOSECONDS, queue, factory);
        this.watcher = watcher.apply(this);
    }

    @Override
    public void execute(Runnable task) {
        if (open) {
            hand(task);
            takeBackStuck();
        } else {
            super.execute(task);
            if (isExhausted()) {
                watcher.wake();
            }
        }
    }

    /** Whether more tasks are submitted than the pool may have threads. */
    boolean isExhausted() {
        return getSubmittedCount() > getMaximumPoolSize();
    }

    /** Which threads serve, since when, and why. */
    PoolWatcher.Status status() {
        return watcher.status();
    }

    private Executor virtualThreads() {
        Executor executor = virtualThreads;
        if (executor == null) {
            executor = new VirtualThreadExecutor("tomcat-handler-");
            virtualThreads = executor;
        }
        return executor;
    }

    /** Hands a task to a virtual thread, or to the pool if none can be started. */
    private void hand(Runnable task) {
        Handed entry = new Handed(task, System.nanoTime());
        handed.add(entry);
        try {
            virtualThreads().execute(this::serveNext);
        } catch (Throwable ex) {
            failure = ex;
            if (handed.remove(entry)) {
                super.execute(task);
            }
        }
        if (!open) {
            // It was closed meanwhile, by a thread that may not have seen the task.
            takeBack(0);
        }
    }

    /** Runs the next task, if no other thread took it: all that a virtual thread does. */
    private void serveNext() {
        Handed next = handed.poll();
        if (next == null) {
            return;
        }
        lastStart = System.nanoTime();
        Thread thread = Thread.currentThread();
        try {
            running.add(thread);
        } finally {
            try {
                next.task().run();
            } finally {
                running.remove(thread);
            }
        }
    }

    /** Hands tasks to virtual threads from now on, and those that are queued. */
    void open() {
        failure = null;
        open = true;
        moveQueued();
        if (isShutdown()) {
            close();
        }
    }

    /** Gives tasks to the pool from now on, and those whose virtual thread has not started. */
    void close() {
        open = false;
        takeBack(0);
    }

    /** Moves tasks from the pool's queue to virtual threads. */
    private void moveQueued() {
        for (Runnable task = getQueue().poll(); task != null; task = getQueue().poll()) {
            // The task was counted when it was submitted, and only the end of a task lowers the count.
            super.afterExecute(task, null);
            hand(task);
        }
    }

    /** Takes tasks back, if no virtual thread has begun any task for {@link #MAX_START_NANOS}: a slow start is no stuck carrier. */
    void takeBackStuck() {
        if (System.nanoTime() - lastStart >= MAX_START_NANOS) {
            takeBack(MAX_START_NANOS);
        }
    }

    /** Takes tasks back that no virtual thread has taken for that long, first come, first served. */
    void takeBack(long nanos) {
        long now = System.nanoTime();
        Handed oldest = handed.peek();
        while (oldest != null && now - oldest.since() >= nanos && hasRoom()) {
            Handed next = handed.poll();
            if (next != null && !returnToPool(next.task())) {
                return;
            }
            oldest = handed.peek();
        }
    }

    /** Whether the pool may take a task back: while it is open, for a part of its threads only. */
    private boolean hasRoom() {
        int reserved = Math.max(1, getMaximumPoolSize() / THREADS_PER_RESERVED);
        return !isShutdown() && (!open || getSubmittedCount() < reserved);
    }

    /** Gives a task to the pool, or to a virtual thread again; returns whether the pool took it. */
    private boolean returnToPool(Runnable task) {
        try {
            super.execute(task);
            return true;
        } catch (Throwable ex) {
            if (!(ex instanceof RejectedExecutionException)) {
                // Tomcat's pool lowers its count for rejected tasks only.
                super.afterExecute(task, ex);
                failure = ex;
            }
            handed.add(new Handed(task, System.nanoTime()));
            virtualThreads().execute(this::serveNext);
            return false;
        }
    }

    /** Virtual threads that run a task; the set changes while it is read. */
    Set<Thread> running() {
        return running;
    }

    /** Takes note of the thread here, because its own stacks would show another place. */
    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
        if (threads.containsKey(thread)) {
            return;
        }
        try {
            threads.keySet().removeIf(each -> !each.isAlive());
            threads.put(thread, OsThread.current());
        } catch (RuntimeException | Error ex) {
            // The watcher does not see this thread then, and the task runs as without the starter.
        }
    }

    /** Tasks that run or wait for a thread. */
    int inService() {
        return running.size() + handed.size() + getSubmittedCount();
    }

    /** The pool's own threads that have had a task, and some that have ended. */
    Map<Thread, OsThread> threads() {
        return threads;
    }

    /** {@link System#nanoTime()} at which a virtual thread has last begun a task. */
    long lastStart() {
        return lastStart;
    }

    /**
     * Why a virtual thread could not be started, or a task not be taken back, since the pool was opened; null if neither has
     * happened. The watcher logs it, and closes the pool.
     */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Whether a task waits for its virtual thread for at least that long. */
    boolean hasHanded(long nanos) {
        Handed oldest = handed.peek();
        return oldest != null && System.nanoTime() - oldest.since() >= nanos;
    }

    @Override
    public void shutdown() {
        close();
        watcher.end();
        super.shutdown();
    }

    /** Also interrupts the virtual threads, and returns the tasks that they have not begun. */
    @Override
    public List<Runnable> shutdownNow() {
        open = false;
        watcher.end();
        List<Runnable> left = new ArrayList<>(super.shutdownNow());
        for (Handed next = handed.poll(); next != null; next = handed.poll()) {
            left.add(next.task());
        }
        running.forEach(Thread::interrupt);
        return left;
    }

    /** Also waits for the virtual threads. */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long end = System.nanoTime() + unit.toNanos(timeout);
        boolean terminated = super.awaitTermination(timeout, unit);
        while (terminated && !running.isEmpty() && System.nanoTime() - end < 0) {
            Thread.sleep(1);
        }
        return terminated && running.isEmpty();
    }
}
