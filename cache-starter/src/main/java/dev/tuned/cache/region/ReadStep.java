/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.Failures;

/**
 * A read as far as it has come: its result, or what it waits for and how it goes on then. A caller that waits {@linkplain
 * #join joins} it and goes on with it on its own thread; for any other it {@linkplain #later completes a future}.
 *
 * @param <T> the type of the result
 */
sealed interface ReadStep<T extends @Nullable Object> {

    /** No limit within the life of a process. */
    Duration NO_LIMIT = Duration.ofDays(10_000);

    /** The read has come to its end. */
    record Done<T extends @Nullable Object>(@Nullable T value) implements ReadStep<T> {}

    /** The read ends as this load does. */
    record Ending(Load load) implements ReadStep<@Nullable Object> {}

    /**
     * The read waits.
     *
     * @param until for this, which may fail
     * @param limit for so long after it began: several steps of one read wait together
     * @param begun reading of {@link System#nanoTime}
     * @param load for this load, which must not in turn wait for the caller; {@code null} where it cannot
     * @param next how it goes on
     */
    record Wait<T extends @Nullable Object>(
            CompletableFuture<?> until,
            Duration limit,
            long begun,
            @Nullable Load load,
            Next<T> next) implements ReadStep<T> {

        Wait(CompletableFuture<?> until, Next<T> next) {
            this(until, NO_LIMIT, null, next);
        }

        Wait(CompletableFuture<?> until, Duration limit, @Nullable Load load, Next<T> next) {
            this(until, limit, System.nanoTime(), load, next);
        }

        Duration rest() {
            return limit.equals(NO_LIMIT) ? NO_LIMIT : limit.minusNanos(System.nanoTime() - begun);
        }
    }

    /** How a read goes on. Runs on a thread that may block and may call a loader. */
    @FunctionalInterface
    interface Next<T extends @Nullable Object> {

        ReadStep<T> after(Waited waited) throws Throwable;
    }

    /** How waiting ended. */
    enum Waited {
        /** There is what was waited for. */
        ENDED,
        /** It took longer than the limit. */
        TOO_LONG,
        /** No thread waited: the load waits for the caller. */
        FOR_ITSELF
    }

    /**
     * Waits for the result. An interrupt ends no waiting, and what is called afterwards sees it.
     *
     * @param loads knows who waits for whom
     * @throws RuntimeException what the loader threw, whatever it is, checked or not
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // T is what a load gives
    static <T extends @Nullable Object> T join(ReadStep<T> first, LoadRegistry loads) {
        try {
            ReadStep<T> step = first;
            while (step instanceof Wait<T> wait) {
                step = wait.next().after(await(wait, loads));
            }
            if (step instanceof Ending ending) {
                await(ending.load().result(), NO_LIMIT);
                return (T) ending.load().value();
            }
            return ((Done<T>) step).value();
        } catch (Throwable ex) {
            throw Failures.unchecked(ex);
        }
    }

    private static Waited await(Wait<?> wait, LoadRegistry loads) {
        Load load = wait.load();
        if (load == null || wait.until().isDone()) {
            return await(wait.until(), wait.rest());
        }
        try {
            return loads.mayWaitFor(load) ? await(wait.until(), wait.rest()) : Waited.FOR_ITSELF;
        } finally {
            loads.stopWaiting();
        }
    }

    static Waited await(CompletableFuture<?> future, Duration limit) {
        if (future.isDone()) {
            return Waited.ENDED;
        }
        long end = System.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    if (limit.equals(NO_LIMIT)) {
                        future.get();
                    } else {
                        future.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                    }
                    return Waited.ENDED;
                } catch (InterruptedException ex) {
                    interrupted = true;
                } catch (ExecutionException | CancellationException ex) {
                    return Waited.ENDED;
                } catch (TimeoutException ex) {
                    return Waited.TOO_LONG;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The result as a future, which fails with what the loader threw. The executor runs what follows upon waiting. */
    static <T extends @Nullable Object> CompletableFuture<T> later(Next<T> first, Executor executor) {
        CompletableFuture<T> result = new CompletableFuture<>();
        goOn(first, Waited.ENDED, executor, result);
        return result;
    }

    @SuppressWarnings("unchecked")
    private static <T extends @Nullable Object> void goOn(
            Next<T> next, Waited waited, Executor executor, CompletableFuture<T> result) {
        try {
            ReadStep<T> step = next.after(waited);
            if (step instanceof Done<T> done) {
                result.complete(done.value());
            } else if (step instanceof Ending ending) {
                var unused = ending.load().result().whenComplete((value, error) -> {
                    if (error != null) {
                        result.completeExceptionally(error);
                    } else {
                        result.complete((T) value);
                    }
                });
            } else if (step instanceof Wait<T> wait) {
                CompletableFuture<?> until = wait.until();
                CompletableFuture<?> inTime = wait.limit().equals(NO_LIMIT)
                        ? until
                        : until.copy().completeOnTimeout(null, wait.limit().toNanos(), TimeUnit.NANOSECONDS);
                var unused = inTime.handle((value, error) -> until.isDone() ? Waited.ENDED : Waited.TOO_LONG)
                        .thenAcceptAsync(how -> goOn(wait.next(), how, executor, result), executor)
                        .exceptionally(error -> {
                            result.completeExceptionally(Failures.cause(error));
                            return null;
                        });
            }
        } catch (Throwable ex) {
            result.completeExceptionally(ex);
        }
    }
}
