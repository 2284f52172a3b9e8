/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.springframework.core.task.TaskDecorator;

/** Whoever reads: where the steps of its read run, and how long it waits. */
interface Caller extends Executor {

    /** Where its loader runs. */
    Executor loading();

    /** Wraps the step that calls its loader; on its own thread. */
    Runnable decorated(Runnable step);

    /** Whether it waits for L2, so that its loader runs on its own thread. */
    boolean waitsForL2();

    /** The thread that waits for the value; {@code null} where none does. */
    @Nullable
    Thread waiting();

    /** The reads of the thread that makes its loads before it goes on; {@code null} where they may be made later. */
    @Nullable
    Owner owner();

    /** A future's value, or another one if it takes longer than the limit. */
    <T extends @Nullable Object> CompletableFuture<T> within(CompletableFuture<T> future, Duration limit, T otherwise);

    /**
     * A caller that goes on with a future. Where its thread may block, it waits for L2 and calls the loader itself.
     *
     * @param background runs the other steps
     * @param decorator wraps the step that calls the loader, on the caller's thread
     * @param mayBlock whether its thread may block
     */
    record Asynchronous(BackgroundExecutor background, TaskDecorator decorator, boolean mayBlock) implements Caller {

        @Override
        public void execute(Runnable step) {
            background.asynchronous().execute(step);
        }

        @Override
        public Executor loading() {
            return mayBlock ? Runnable::run : this;
        }

        @Override
        public Runnable decorated(Runnable step) {
            return mayBlock ? step : decorator.decorate(step);
        }

        @Override
        public boolean waitsForL2() {
            return mayBlock;
        }

        @Override
        public @Nullable Thread waiting() {
            return null;
        }

        @Override
        public @Nullable Owner owner() {
            return null;
        }

        @Override
        public <T extends @Nullable Object> CompletableFuture<T> within(
                CompletableFuture<T> future, Duration limit, T otherwise) {
            return future.copy().completeOnTimeout(otherwise, limit.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /** A caller that waits: the steps run on its own thread, one after the other. For one read and one thread. */
    final class Synchronous implements Caller {

        private record Limit(long at, Runnable end) {}

        private final Thread thread = Thread.currentThread();
        private final Owner owner = Owner.current();
        private final BlockingQueue<Runnable> steps = new LinkedBlockingQueue<>();
        private final PriorityQueue<Limit> limits = new PriorityQueue<>(Comparator.comparingLong(Limit::at));

        @Override
        public void execute(Runnable step) {
            steps.add(step);
        }

        @Override
        public Executor loading() {
            return Runnable::run;
        }

        @Override
        public Runnable decorated(Runnable step) {
            return step;
        }

        @Override
        public boolean waitsForL2() {
            return true;
        }

        @Override
        public Owner owner() {
            return owner;
        }

        @Override
        public Thread waiting() {
            return thread;
        }

        @Override
        public <T extends @Nullable Object> CompletableFuture<T> within(
                CompletableFuture<T> future, Duration limit, T otherwise) {
            CompletableFuture<T> limited = future.copy();
            limits.add(new Limit(System.nanoTime() + limit.toNanos(), () -> limited.complete(otherwise)));
            return limited;
        }

        /**
         * Runs the steps until the future is done. An interrupt ends no waiting, and steps see it: one of them may call the
         * application's code.
         *
         * @throws CompletionException if it failed
         */
        <T extends @Nullable Object> T await(CompletableFuture<T> future) {
            awaitEnd(future);
            return future.join();
        }

        /** Runs the steps until all futures are done, whether or not they failed. */
        void awaitAll(Collection<? extends CompletableFuture<?>> futures) {
            futures.forEach(this::awaitEnd);
        }

        /** Nothing depends on a future that is done: a dependent may be lost where the stack is used up. */
        private void awaitEnd(CompletableFuture<?> future) {
            if (!future.isDone()) {
                var unused = future.whenComplete((value, error) -> execute(() -> {}));
            }
            while (!future.isDone()) {
                Runnable step = awaitNext();
                if (step != null) {
                    step.run();
                }
            }
        }

        private @Nullable Runnable awaitNext() {
            boolean interrupted = Thread.interrupted();
            try {
                while (true) {
                    try {
                        return next();
                    } catch (InterruptedException ex) {
                        interrupted = true;
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        private @Nullable Runnable next() throws InterruptedException {
            Limit limit = limits.peek();
            if (limit == null) {
                return steps.take();
            }
            Runnable step = steps.poll(limit.at - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (step == null && limit.at - System.nanoTime() <= 0) {
                limits.remove(limit);
                return limit.end;
            }
            return step;
        }
    }
}
