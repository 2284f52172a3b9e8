/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Keeps the JVM running while tasks are on virtual threads, which are daemon threads. Without a web server nothing else does, and
 * the tasks that are left when {@code main} returns would be cut off. Its one thread is like those of Boot's pool: it starts with a
 * task, outlives the last one by {@link #MAX_IDLE}, and ends with the executor. Thread-safe.
 */
final class KeepAliveThread {

    /** Default of {@code spring.task.execution.pool.keep-alive}, after which Boot's pool lets its idle threads go. */
    static final Duration MAX_IDLE = Duration.ofSeconds(60);

    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();

    private final BooleanSupplier idle;

    private final long maxIdleNanos;

    private volatile long lastEnd = System.nanoTime();

    /** @param idle whether there is no task */
    KeepAliveThread(BooleanSupplier idle, Duration maxIdle) {
        this.idle = idle;
        maxIdleNanos = maxIdle.toNanos();
    }

    /** Starts the thread, because there is a task. */
    void hold() {
        if (thread.get() != null) {
            return;
        }
        Thread keeper = new Thread(this::run, "tuned-threads-keep-alive");
        keeper.setDaemon(false);
        if (thread.compareAndSet(null, keeper)) {
            try {
                keeper.start();
            } catch (Throwable ex) {
                thread.set(null);
                throw ex;
            }
        }
    }

    void taskEnded() {
        lastEnd = System.nanoTime();
    }

    /** Ends the thread, because there is no task, and none follows. */
    void end() {
        Thread keeper = thread.get();
        if (keeper != null) {
            keeper.interrupt();
        }
    }

    private void run() {
        Thread current = Thread.currentThread();
        do {
            // An interrupt ends it.
            long left = nanosLeft();
            while (left > 0 && !current.isInterrupted()) {
                LockSupport.parkNanos(this, left);
                left = nanosLeft();
            }
            thread.set(null);
            // A task that came just before has not started another one, because it saw this thread.
        } while (!idle.getAsBoolean() && !current.isInterrupted() && thread.compareAndSet(null, current));
    }

    private long nanosLeft() {
        return idle.getAsBoolean() ? maxIdleNanos - (System.nanoTime() - lastEnd) : maxIdleNanos;
    }
}
