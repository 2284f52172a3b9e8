/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import dev.tuned.threads.Bound;
import dev.tuned.threads.OnSaturation;
import dev.tuned.threads.permit.StackRoom;

/**
 * Spring's pool with callers that wait, and with a count of rejected tasks, like {@link dev.tuned.threads.BoundedVirtualExecutor}.
 */
final class PlatformTaskExecutor extends ThreadPoolTaskExecutor {

    /** Milliseconds until a caller that waits sees that the pool has shut down, or has no worker. */
    private static final long MAX_MILLIS_UNTIL_LOOK = 500;

    private final LongAdder rejected = new LongAdder();

    private final AtomicInteger waitingCallers = new AtomicInteger();

    private final Bound bound;

    PlatformTaskExecutor(Bound bound) {
        this.bound = bound;
        setRejectedExecutionHandler(blocks() ? this::awaitWorker : new ThreadPoolExecutor.AbortPolicy());
    }

    /** Capacity of the pool's queue: 0 if callers wait, because they hand their task to a worker themselves. */
    static int queueCapacity(Bound bound) {
        return (bound.onSaturation() == OnSaturation.QUEUE) ? bound.queueCapacity() : 0;
    }

    long rejectedCount() {
        return rejected.sum();
    }

    long completedCount() {
        return getThreadPoolExecutor().getCompletedTaskCount();
    }

    int queuedCount() {
        return getQueueSize() + waitingCallers.get();
    }

    @Override
    public void setRejectedExecutionHandler(@Nullable RejectedExecutionHandler handler) {
        RejectedExecutionHandler next = (handler != null) ? handler : new ThreadPoolExecutor.AbortPolicy();
        super.setRejectedExecutionHandler((task, pool) -> {
            try {
                next.rejectedExecution(task, pool);
            } catch (RejectedExecutionException ex) {
                rejected.increment();
                throw ex;
            }
        });
    }

    @Override
    protected BlockingQueue<Runnable> createQueue(int queueCapacity) {
        // Fair, so that the caller that has waited longest goes first.
        return blocks() ? new SynchronousQueue<>(true) : super.createQueue(queueCapacity);
    }

    private boolean blocks() {
        return bound.isLimited() && bound.onSaturation() == OnSaturation.BLOCK;
    }

    private void awaitWorker(Runnable task, ThreadPoolExecutor pool) {
        StackRoom.require();
        int callers = waitingCallers.incrementAndGet();
        try {
            if (callers > bound.queueCapacity()) {
                throw new RejectedExecutionException("Too many callers wait (%s)".formatted(bound));
            }
            while (!pool.isShutdown()) {
                // If the last worker has ended, no thread would take the task, which is not in the pool's queue.
                pool.prestartCoreThread();
                if (pool.getQueue().offer(task, MAX_MILLIS_UNTIL_LOOK, TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
            throw new RejectedExecutionException("The pool has shut down");
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new RejectedExecutionException("The caller was interrupted while it waited", ex);
        } finally {
            waitingCallers.decrementAndGet();
        }
    }
}
