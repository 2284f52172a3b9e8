/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/**
 * Tomcat's pool of threads, exactly, until it is opened. While it is open, tasks are put in a queue from which virtual threads
 * take them, one thread for each task; what none of them takes is taken back by the pool, so that a task is in one queue at a
 * time and runs once. Tasks on virtual threads do not count as the pool's. Thread-safe.
 */
final class FittingPool extends ThreadPoolExecutor {

    /** Time in which a virtual thread has to start; then the pool takes its task back. */
    static final long MAX_START_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** While it is open, tasks are taken back as long as fewer than one of this many threads of the pool are taken. */
    private static final int THREADS_PER_RESERVED = 4;

    private record Handed(Runnable task, long since) {}

    private final PoolWatcher watcher;

    /** The pool's own threads that have had a task. */
    private final Map<Thread, OsThread> threads = new ConcurrentHashMap<>();

    /** Tasks that wait for their virtual threads. */
    private final Queue<Handed> handed = new ConcurrentLinkedQueue<>();

    /** Virtual threads that run a task. */
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();

    private volatile boolean open;

    /** When a virtual thread has begun a task last, by {@link System#nanoTime()}. */
    private volatile long started = System.nanoTime();

    FittingPool(
            int minThreads,
            int maxThreads,
            long keepAliveNanos,
            TaskQueue queue,
            ThreadFactory factory,
            PoolWatcher watcher) {
        super(minThreads, maxThreads, keepAliveNanos, TimeUnit.NANOSECONDS, queue, factory);
        this.watcher = watcher;
    }

    @Override
    public void execute(Runnable task) {
        if (open) {
            hand(task);
            takeBackStuck();
        } else {
            super.execute(task);
            if (isExhausted()) {
                watcher.wake(this);
            }
        }
    }

    /** Whether more is submitted than the pool may have threads. */
    boolean isExhausted() {
        return getSubmittedCount() > getMaximumPoolSize();
    }

    /** What serves, since when, and why. */
    PoolWatcher.Status status() {
        return watcher.status();
    }

    /** Gives a task to a virtual thread, or to the pool where there can be none. */
    private void hand(Runnable task) {
        Handed entry = new Handed(task, System.nanoTime());
        handed.add(entry);
        try {
            watcher.virtualThreads().execute(this::serveNext);
        } catch (Throwable ex) {
            // The watcher closes for it, and says so.
            watcher.fail(ex);
            if (handed.remove(entry)) {
                super.execute(task);
            }
        }
        if (!open) {
            // Closed meanwhile, by a thread that may not have seen it.
            takeBack(0);
        }
    }

    /** The life of a virtual thread: the next task, if no other took it. */
    private void serveNext() {
        Handed next = handed.poll();
        if (next == null) {
            return;
        }
        started = System.nanoTime();
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

    /** From now on tasks, and those that are queued, go to virtual threads. */
    void open() {
        open = true;
        moveQueued();
        if (isShutdown()) {
            close();
        }
    }

    /** From now on tasks, and those whose virtual thread has not started, go to the pool. */
    void close() {
        open = false;
        takeBack(0);
    }

    /** Moves tasks from the pool's queue to virtual threads. */
    private void moveQueued() {
        for (Runnable task = getQueue().poll(); task != null; task = getQueue().poll()) {
            // It was counted when it was submitted; only completing a task takes one from the count.
            super.afterExecute(task, null);
            hand(task);
        }
    }

    /** Takes tasks back that no virtual thread takes, while none takes any: one that is slow to start is not stuck. */
    void takeBackStuck() {
        if (System.nanoTime() - started >= MAX_START_NANOS) {
            takeBack(MAX_START_NANOS);
        }
    }

    /** The pool takes tasks that no virtual thread has taken for that long, first come, first served. */
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

    /** While it is open, some threads serve what was taken back; the rest is free when it closes. */
    private boolean hasRoom() {
        int reserved = Math.max(1, getMaximumPoolSize() / THREADS_PER_RESERVED);
        return !isShutdown() && (!open || getSubmittedCount() < reserved);
    }

    /** Whether the pool took it; else a virtual thread gets it again. */
    private boolean returnToPool(Runnable task) {
        try {
            super.execute(task);
            return true;
        } catch (Throwable ex) {
            if (!(ex instanceof RejectedExecutionException)) {
                // Tomcat's pool does not count back what fails otherwise.
                super.afterExecute(task, ex);
                watcher.fail(ex);
            }
            handed.add(new Handed(task, System.nanoTime()));
            watcher.virtualThreads().execute(this::serveNext);
            return false;
        }
    }

    /** Virtual threads that run a task; changes while it is read. */
    Set<Thread> running() {
        return running;
    }

    /** Not in the thread itself: each of its stacks would show that. */
    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
        if (threads.containsKey(thread)) {
            return;
        }
        try {
            threads.keySet().removeIf(each -> !each.isAlive());
            threads.put(thread, OsThread.current());
        } catch (RuntimeException | Error ex) {
            // It is not looked at then, and its task runs as without the starter.
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

    /** When a virtual thread has begun a task last, by {@link System#nanoTime()}. */
    long started() {
        return started;
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

    /** Interrupts the virtual threads, too, and returns what they have not begun, too. */
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

    /** Waits for the virtual threads, too. */
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
