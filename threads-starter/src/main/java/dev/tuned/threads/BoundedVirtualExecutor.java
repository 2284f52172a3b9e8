/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

import dev.tuned.threads.permit.PermitQueue;
import dev.tuned.threads.permit.StackRoom;

/**
 * Task executor with one virtual thread per task and a {@link Bound} on how many run at once.
 *
 * <p>With {@link OnSaturation#QUEUE} a task beyond the limit waits in its own virtual thread, in the order of the calls, and its
 * caller never waits. The permit is given back however the task ends: normally, by an exception or an {@link Error}, by an
 * interrupt, or because its thread could not be started. A task whose {@link Future} (or {@link CompletableFuture} of this
 * executor) is cancelled while it waits leaves the queue at once and never runs; a task that is interrupted while it waits is
 * cancelled.
 *
 * <p>When the context stops, running and waiting tasks are awaited as {@link #setAwaitTermination(Duration)} says; new ones are
 * accepted until {@link #close()}, which gives up the rest: it cancels waiting tasks, interrupts running ones and logs one WARN
 * with their numbers.
 *
 * <p>Extends Spring's {@link SimpleAsyncTaskExecutor} so that Spring Boot's builder and its customizers apply. Its own limit
 * ({@link #setConcurrencyLimit(int)}), under which callers wait, is not used and would apply in addition.
 *
 * <p>Thread-safe, except the setters, which are for the time before the first task. Errors: {@link TaskRejectedException} if a task
 * is not accepted: because of the limit, after the close, because the caller was interrupted while it waited (its interrupt status
 * stays), or because the thread could not be created. An {@link Error} of thread creation, such as {@link OutOfMemoryError}, is
 * thrown as it is.
 */
public class BoundedVirtualExecutor extends SimpleAsyncTaskExecutor implements SmartLifecycle, BeanNameAware {

    private static final int MIN_JAVA = 21;

    private final LongAdder completed = new LongAdder();

    private final LongAdder rejected = new LongAdder();

    private final Bound bound;

    private final PermitQueue permits;

    private final Tasks tasks = new Tasks();

    private final GracefulStop stop;

    private String name = "unnamed";

    private volatile boolean running = true;

    /**
     * Creates an executor with virtual threads.
     *
     * @throws UnsupportedOperationException on Java below 21
     */
    public BoundedVirtualExecutor(Bound bound) {
        this(bound, null);
        int java = Runtime.version().feature();
        if (java < MIN_JAVA) {
            throw new UnsupportedOperationException(
                    "Virtual threads need Java %d or later; this is Java %d".formatted(MIN_JAVA, java));
        }
        setVirtualThreads(true);
    }

    /**
     * Creates an executor with threads of another factory, on any Java.
     *
     * @param threads creates one thread per task; null for those of {@link SimpleAsyncTaskExecutor}
     */
    public BoundedVirtualExecutor(Bound bound, @Nullable ThreadFactory threads) {
        this.bound = bound;
        int most = bound.isLimited() ? bound.maxConcurrency() : Integer.MAX_VALUE;
        permits =
                new PermitQueue(() -> most, (bound.onSaturation() == OnSaturation.REJECT) ? 0 : bound.queueCapacity());
        stop = new GracefulStop(tasks, permits, this);
        setThreadFactory(threads);
    }

    /**
     * Sets the longest time that running and waiting tasks are awaited from the beginning of the stop on. The default is the time
     * of the context's shutdown phase, and none for a {@link #close()} without a stop.
     *
     * @param time at least 0
     */
    public void setAwaitTermination(@Nullable Duration time) {
        stop.setLimit(time);
    }

    /**
     * Sets whether running and waiting tasks keep the JVM from ending, which virtual threads do not. One more thread does, until one
     * minute after the last task or the {@link #close()}, as long as Spring Boot's pool would.
     */
    public void setKeepAlive(boolean keepAlive) {
        setKeepAlive(keepAlive ? KeepAliveThread.MAX_IDLE : null);
    }

    void setKeepAlive(@Nullable Duration maxIdle) {
        tasks.setKeeper((maxIdle != null) ? new KeepAliveThread(tasks::isIdle, maxIdle) : null);
    }

    /** Sets how long {@link #close()} waits for tasks, in milliseconds, after the shutdown phase. */
    @Override
    public void setTaskTerminationTimeout(long timeout) {
        stop.setCloseTimeout(timeout);
    }

    /** Sets whether no task is awaited, neither when the context stops nor in {@link #close()}. */
    @Override
    public void setCancelRemainingTasksOnClose(boolean cancel) {
        stop.setCancel(cancel);
    }

    @Override
    public void setTaskDecorator(TaskDecorator decorator) {
        super.setTaskDecorator(task -> new Decorated(decorator.decorate(task), task));
    }

    @Override
    public void setBeanName(String name) {
        this.name = name;
    }

    /** The limit of this executor. */
    public final Bound getBound() {
        return bound;
    }

    /** Number of tasks that run now. */
    public final int getActiveCount() {
        return permits.active();
    }

    /** Number of tasks, or callers, that wait now because as many run as may. */
    public final int getQueuedCount() {
        return permits.waiting();
    }

    /** Number of tasks that have run, however they ended. */
    public final long getCompletedCount() {
        return completed.sum();
    }

    /** Number of tasks that were not accepted because of the limit. */
    public final long getRejectedCount() {
        return rejected.sum();
    }

    @Override
    public Future<?> submit(Runnable task) {
        return submit(Executors.callable(task));
    }

    @Override
    public <T extends @Nullable Object> Future<T> submit(Callable<T> task) {
        CancellableTask<T> future = new CancellableTask<>(task);
        execute(future);
        return future;
    }

    @Override
    public CompletableFuture<Void> submitCompletable(Runnable task) {
        return submitCompletable(Executors.callable(task, null));
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> submitCompletable(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        execute(CancellableTask.completing(result, task));
        return result;
    }

    @Override
    protected void doExecute(Runnable work) {
        StackRoom.require();
        Runnable original = (work instanceof Decorated decorated) ? decorated.original() : work;
        Task task = new Task(original);
        if (!tasks.add(task)) {
            throw closed();
        }
        try {
            tasks.keepAlive();
            enter(task);
            if (original instanceof CancellableTask<?> cancellable && task.isQueued()) {
                cancellable.whenCancelled(() -> task.giveUp(permits));
            }
            task.start(newThread(() -> run(task, work)));
        } catch (TaskRejectedException | Error ex) {
            undo(task);
            throw ex;
        } catch (Exception ex) {
            undo(task);
            throw new TaskRejectedException("%s could not start a thread".formatted(this), ex);
        }
    }

    /** Gives the permit or the place in the queue of a task back whose thread has not started. */
    private void undo(Task task) {
        try {
            if (!task.giveUp(permits) && task.isGranted()) {
                permits.giveBack();
            }
        } finally {
            tasks.remove(task);
        }
    }

    /** Takes a permit for a task, or a place in the queue, in which a caller waits with {@link OnSaturation#BLOCK}. */
    private void enter(Task task) {
        boolean entered = task.enter(permits);
        if (entered && (bound.onSaturation() != OnSaturation.BLOCK || task.await(permits))) {
            return;
        }
        if (entered && Thread.currentThread().isInterrupted()) {
            throw new TaskRejectedException("The caller of %s was interrupted while it waited".formatted(this));
        }
        if (tasks.isClosed()) {
            throw closed();
        }
        rejected.increment();
        throw new TaskRejectedException("%s is full".formatted(this));
    }

    private TaskRejectedException closed() {
        return new TaskRejectedException("%s is closed".formatted(this));
    }

    private void run(Task task, Runnable work) {
        try {
            if (!task.await(permits)) {
                task.cancel();
                return;
            }
            try {
                work.run();
            } finally {
                try {
                    completed.increment();
                } finally {
                    permits.giveBack();
                }
            }
        } finally {
            tasks.remove(task);
        }
    }

    @Override
    protected Thread newThread(Runnable task) {
        ThreadFactory threads = getThreadFactory();
        Thread thread = (threads != null) ? threads.newThread(task) : super.newThread(task);
        if (thread == null) {
            throw new IllegalStateException("No thread from " + threads);
        }
        return thread;
    }

    @Override
    public boolean isActive() {
        return !tasks.isClosed();
    }

    @Override
    public void start() {
        stop.start();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    /** Runs the callback when all running and waiting tasks have ended, or were given up after the time for it. */
    @Override
    public void stop(Runnable callback) {
        running = false;
        stop.stop(callback);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** The phase of Spring's own executors. */
    @Override
    public int getPhase() {
        return ExecutorConfigurationSupport.DEFAULT_PHASE;
    }

    /** Accepts no further task, awaits the others as long as there is time left, and gives up the rest. */
    @Override
    public void close() {
        stop.close();
    }

    @Override
    public String toString() {
        return "executor '%s' (%s)".formatted(name, bound);
    }

    /** A decorated task that still knows the undecorated one. */
    private record Decorated(Runnable task, Runnable original) implements Runnable {

        @Override
        public void run() {
            task.run();
        }
    }
}
