/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

import org.jspecify.annotations.Nullable;

/** A task with a result that notifies its executor when it is cancelled, so that it leaves the queue at once. */
final class CancellableTask<T extends @Nullable Object> extends FutureTask<T> {

    private volatile Runnable whenCancelled = () -> {};

    CancellableTask(Callable<T> task) {
        super(task);
    }

    /** A task with its result in a future. Cancelling one of the two cancels both. */
    static <T extends @Nullable Object> CancellableTask<?> completing(CompletableFuture<T> result, Callable<T> task) {
        CancellableTask<?> work = new CancellableTask<>(Executors.callable(() -> complete(result, task)));
        work.whenCancelled(() -> result.cancel(false));
        var unused = result.whenComplete((value, failure) -> {
            if (result.isCancelled()) {
                work.cancel(false);
            }
        });
        return work;
    }

    /** Completes as {@link CompletableFuture#supplyAsync} does, with wrapped exceptions. */
    private static <T extends @Nullable Object> void complete(CompletableFuture<T> result, Callable<T> task) {
        try {
            result.complete(task.call());
        } catch (CompletionException ex) {
            result.completeExceptionally(ex);
        } catch (Throwable ex) {
            result.completeExceptionally(new CompletionException(ex));
        }
    }

    /** Adds a callback; only before another thread knows the task. */
    void whenCancelled(Runnable callback) {
        Runnable first = whenCancelled;
        whenCancelled = () -> {
            first.run();
            callback.run();
        };
    }

    @Override
    protected void done() {
        if (isCancelled()) {
            whenCancelled.run();
        }
    }
}
