/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import static java.util.Objects.requireNonNull;

/**
 * Gives the values that neither level has. Compared by identity.
 *
 * @param <K> the type of the keys
 */
public interface Loader<K> {

    /**
     * Loads, on the thread that calls.
     *
     * @param keys at least one; a view that is good for the call alone
     * @return the values it found
     * @throws Exception what the application's code threw
     */
    CompletionStage<? extends Map<K, ? extends @Nullable Object>> load(Set<K> keys) throws Exception;

    /**
     * Whether it may be called again for the same read. Spring's loader of an annotated method stands for one invocation,
     * which can go on through its interceptors once: a second call would miss their advice.
     */
    default boolean isRepeatable() {
        return true;
    }

    /** The application's function for one key. */
    static <K> Loader<K> of(Function<? super K, ? extends @Nullable Object> function) {
        return keys -> {
            K key = keys.iterator().next();
            return CompletableFuture.completedFuture(Collections.singletonMap(key, function.apply(key)));
        };
    }

    /** The application's function for several keys. */
    static <K> Loader<K> ofAll(Function<? super Set<K>, ? extends Map<K, ?>> function) {
        return keys -> CompletableFuture.completedFuture(
                requireNonNull(function.apply(new LinkedHashSet<>(keys)), "The loader returned null instead of a map"));
    }

    /** Spring's loader for one key. */
    static Once once(Callable<?> callable) {
        return new Once(() -> CompletableFuture.completedFuture(callable.call()));
    }

    /** Spring's loader for one key of a method that returns a future. */
    static Once once(Supplier<? extends CompletableFuture<?>> supplier) {
        return new Once(() -> requireNonNull(supplier.get(), "The loader returned null instead of a future"));
    }

    /** Spring's loader, which knows its key itself. */
    final class Once implements Loader<Object> {

        private final Callable<? extends CompletableFuture<?>> call;
        private volatile @Nullable RuntimeException thrown;

        private Once(Callable<? extends CompletableFuture<?>> call) {
            this.call = call;
        }

        @Override
        public CompletionStage<Map<Object, ?>> load(Set<Object> keys) throws Exception {
            try {
                Object key = keys.iterator().next();
                return call.call().thenApply(value -> Collections.singletonMap(key, value));
            } catch (RuntimeException ex) {
                thrown = ex;
                throw ex;
            }
        }

        @Override
        public boolean isRepeatable() {
            return false;
        }

        /** Throws what the application threw instead of giving a future. */
        public void rethrow() {
            RuntimeException failure = thrown;
            if (failure != null) {
                throw failure;
            }
        }
    }
}
