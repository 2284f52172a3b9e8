/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.threads.permit.PermitQueue;

/**
 * Ends an executor: its running and waiting tasks are awaited while the context stops and then at the close, and then given up.
 * Thread-safe, except the setters, which are for the time before the first task.
 */
final class GracefulStop {

    private static final Log log = LogFactory.getLog(BoundedVirtualExecutor.class);

    private final Tasks tasks;

    private final PermitQueue permits;

    private final Object owner;

    private @Nullable Long limitNanos;

    private long closeTimeout;

    private boolean cancel;

    private volatile @Nullable Long deadline;

    /** @param owner the executor, for the log */
    GracefulStop(Tasks tasks, PermitQueue permits, Object owner) {
        this.tasks = tasks;
        this.permits = permits;
        this.owner = owner;
    }

    /** Sets the longest wait from the beginning of the stop on; null for as long as the shutdown phase takes. */
    void setLimit(@Nullable Duration limit) {
        // At most 292 years, where Duration.toNanos() fails.
        limitNanos = (limit == null) ? null : TimeUnit.NANOSECONDS.convert(limit);
    }

    /** Sets the milliseconds to wait at the close, where there is no limit. */
    void setCloseTimeout(long closeTimeout) {
        this.closeTimeout = closeTimeout;
    }

    /** Sets whether no task is awaited. */
    void setCancel(boolean cancel) {
        this.cancel = cancel;
    }

    /** Forgets an earlier stop. */
    void start() {
        deadline = null;
    }

    /** Runs the callback when all tasks have ended, or were given up after the limit. */
    void stop(Runnable callback) {
        Long nanos = limitNanos;
        if (cancel) {
            callback.run();
        } else if (nanos == null) {
            tasks.whenIdle(callback);
        } else {
            deadline = System.nanoTime() + nanos;
            Thread thread = new Thread(() -> {
                try {
                    tasks.awaitIdle(nanos);
                    giveUp();
                } finally {
                    callback.run();
                }
            });
            thread.setName("tuned-threads-stop");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Accepts no further task, awaits the others as long as there is time left, and gives up the rest. */
    void close() {
        if (tasks.close()) {
            tasks.awaitIdle(timeLeft());
            giveUp();
        }
    }

    private long timeLeft() {
        Long end = deadline;
        if (cancel) {
            return 0;
        }
        if (limitNanos == null) {
            return TimeUnit.MILLISECONDS.toNanos(closeTimeout);
        }
        return (end == null) ? limitNanos : end - System.nanoTime();
    }

    private void giveUp() {
        // Waiting tasks go first, so that none gets the permit of an interrupted one.
        List<Task> waiting =
                tasks.all().stream().filter(task -> task.giveUp(permits)).toList();
        List<Task> running = tasks.all().stream().filter(Task::isGranted).toList();
        running.forEach(Task::interrupt);
        if (!waiting.isEmpty() || !running.isEmpty()) {
            log.warn("tuned threads: %s gave up %d running and %d waiting tasks at its close"
                    .formatted(owner, running.size(), waiting.size()));
        }
        // Last, because a future may be the application's own, and throw.
        waiting.forEach(Task::cancel);
    }
}
