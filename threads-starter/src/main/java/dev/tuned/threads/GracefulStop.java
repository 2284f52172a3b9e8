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
 * How an executor ends: what runs and waits is awaited while the context stops and then at the close, and given up after.
 * Settings come before the first task.
 */
final class GracefulStop {

    private static final Log log = LogFactory.getLog(BoundedVirtualExecutor.class);

    private final Tasks tasks;

    private final PermitQueue permits;

    private final Object owner;

    /** Longest wait from the beginning of the stop on; null for as long as the shutdown phase takes. */
    @Nullable
    Duration limit;

    /** Milliseconds to wait at the close, where there is no limit. */
    long closeTimeout;

    /** Whether to await nothing. */
    boolean cancel;

    private volatile @Nullable Long deadline;

    /** @param owner whose tasks they are, for the log */
    GracefulStop(Tasks tasks, PermitQueue permits, Object owner) {
        this.tasks = tasks;
        this.permits = permits;
        this.owner = owner;
    }

    /** Forgets an earlier stop. */
    void start() {
        deadline = null;
    }

    /** Runs the callback when all have ended, or were given up after the time for it. */
    void stop(Runnable callback) {
        Duration time = limit;
        if (cancel) {
            callback.run();
        } else if (time == null) {
            tasks.whenIdle(callback);
        } else {
            long nanos = nanos(time);
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

    /** Lets no further task in, awaits those that there are as long as there is time left, and gives up the rest. */
    void close() {
        if (tasks.close()) {
            tasks.awaitIdle(timeLeft());
            giveUp();
        }
    }

    private long timeLeft() {
        Duration time = limit;
        Long end = deadline;
        if (cancel) {
            return 0;
        }
        if (time == null) {
            return TimeUnit.MILLISECONDS.toNanos(closeTimeout);
        }
        return (end == null) ? nanos(time) : end - System.nanoTime();
    }

    /** At most 292 years: {@link Duration#toNanos()} fails beyond. */
    private static long nanos(Duration time) {
        return TimeUnit.NANOSECONDS.convert(time);
    }

    private void giveUp() {
        // The waiting ones first: none may get the permit of an interrupted one.
        List<Task> waiting =
                tasks.all().stream().filter(task -> task.giveUp(permits)).toList();
        List<Task> running = tasks.all().stream().filter(Task::isGranted).toList();
        running.forEach(Task::interrupt);
        if (!waiting.isEmpty() || !running.isEmpty()) {
            log.warn("tuned threads: %s gave up %d running and %d waiting tasks at its close"
                    .formatted(owner, running.size(), waiting.size()));
        }
        // Last: the future may be the application's own, and throw.
        waiting.forEach(Task::cancel);
    }
}
