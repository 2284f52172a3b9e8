/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.core.task.TaskDecorator;

/**
 * Runs the loads for which nobody waits, or not for long, on a few daemon threads with a bounded queue. What does not
 * fit is refused: the caller still has an outdated copy, which is better than a pile of loads. Thread-safe.
 *
 * <p>A load that never ends keeps one thread for good. When all of them are lost, entries are no longer read anew in the
 * background, are served until their time as a stale copy is over, and are then loaded by their callers.
 */
final class Background implements AutoCloseable {

    private static final long IDLE_SECONDS = 30;
    private static final Executor ELSEWHERE = new CompletableFuture<>().defaultExecutor();

    private final ThreadPoolExecutor threads;
    private final TaskDecorator decorator;

    /**
     * Creates the threads as they are needed.
     *
     * @param size how many there are at most
     * @param waiting how many tasks may wait for one of them
     * @param decorator wraps each task, on the thread of the caller that makes it
     */
    Background(int size, int waiting, TaskDecorator decorator) {
        this.threads = new ThreadPoolExecutor(
                size, size, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(waiting), new Threads());
        this.threads.allowCoreThreadTimeOut(true);
        this.decorator = decorator;
    }

    /** Decorates a task, which has to happen on the thread whose context it is to have. */
    Runnable task(Runnable task) {
        return decorator.decorate(task);
    }

    /** Whether a task would be refused. */
    boolean isFull() {
        return threads.getQueue().remainingCapacity() == 0 || threads.isShutdown();
    }

    /** Runs a task soon, unless it is refused; whether it was not. */
    boolean start(Runnable task) {
        try {
            threads.execute(task);
            return true;
        } catch (RejectedExecutionException ex) {
            return false;
        }
    }

    /** Where that runs which somebody waits for and which must not run on a thread of the SDK: nothing is refused. */
    static Executor elsewhere() {
        return ELSEWHERE;
    }

    /** Interrupts what runs and forgets what waits. */
    @Override
    public void close() {
        threads.shutdownNow();
    }

    private static final class Threads implements ThreadFactory {

        private final AtomicInteger count = new AtomicInteger();

        @Override
        public Thread newThread(Runnable task) {
            Thread thread = new Thread(task, "tuned-cache-" + count.incrementAndGet());
            thread.setDaemon(true);
            // The application's, whichever thread happens to need the next one.
            thread.setContextClassLoader(Background.class.getClassLoader());
            return thread;
        }
    }
}
