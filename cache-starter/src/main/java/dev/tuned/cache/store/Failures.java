/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** Helps with futures that fail. */
public final class Failures {

    private Failures() {}

    /** The failure itself, without the wrapper that a dependent future puts around it. */
    public static Throwable cause(Throwable error) {
        Throwable cause = error.getCause();
        return (error instanceof CompletionException && cause != null) ? cause : error;
    }

    /** A failure in one line: its type, and the first line of its message. */
    static String summary(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        String message = failure.getMessage();
        return (message != null) ? name + ": " + message.lines().findFirst().orElse("") : name;
    }

    /** Throws a failure as it is: a loader may throw what no signature between it and its caller declares. */
    @SuppressWarnings("unchecked")
    public static <E extends Throwable> RuntimeException unchecked(Throwable failure) throws E {
        throw (E) failure;
    }

    /** Couchbase's client throws instead of failing the future, among others while it is still learning about the nodes. */
    static <T extends @Nullable Object> CompletableFuture<T> attempt(Supplier<CompletableFuture<T>> operation) {
        try {
            CompletableFuture<T> future = operation.get();
            return (future != null)
                    ? future
                    : CompletableFuture.failedFuture(new IllegalStateException("The store gave no future"));
        } catch (Throwable ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }
}
