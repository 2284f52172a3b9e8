/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.ReadPolicy;
import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.region.Loader;
import dev.tuned.cache.region.LookupResult;
import dev.tuned.cache.region.Region;
import dev.tuned.cache.store.Failures;

/** A region as typed access uses it, with loaders as tests write them. */
final class RegionUnderTest {

    private final Region region;
    private final ReadPolicy policy;

    RegionUnderTest(Region region) {
        this.region = region;
        this.policy = ReadPolicy.ofNearCache(region.settings());
    }

    @Nullable
    Entry hit(Object key) {
        return region.hit(key, policy);
    }

    LookupResult find(Object key) {
        return region.find(key, policy);
    }

    @Nullable
    CompletableFuture<LookupResult> findLater(Object key) {
        return region.findLater(key, policy);
    }

    <K> Map<K, LookupResult> getAll(Collection<? extends K> keys) {
        return region.findAll(keys, policy);
    }

    @Nullable
    Object load(Object key, Callable<?> loader) throws Exception {
        return unwrapped(() -> {
            try {
                return region.load(
                        key,
                        keys -> CompletableFuture.completedFuture(Collections.singletonMap(key, loader.call())),
                        policy);
            } catch (Exception | Error ex) {
                throw ex;
            } catch (Throwable ex) {
                throw new IllegalStateException(ex);
            }
        });
    }

    <K> Map<K, @Nullable Object> getAllOrLoad(Collection<? extends K> keys, Function<Set<K>, Map<K, ?>> loader)
            throws Exception {
        return unwrapped(() -> region.loadAll(keys, Loader.<K>ofAll(loader), policy));
    }

    CompletableFuture<?> loadLater(Object key, Supplier<? extends CompletableFuture<?>> loader) {
        Loader<Object> repeatable = keys -> {
            CompletionStage<?> value = loader.get();
            return value.thenApply(each -> Collections.singletonMap(key, each));
        };
        return region.loadLater(key, repeatable, policy);
    }

    void put(Object key, @Nullable Object value) {
        region.writer().put(key, value);
    }

    void evict(Object key) {
        region.writer().evict(key);
    }

    void clear() {
        region.writer().clear();
    }

    void invalidated(Object key) {
        region.writer().invalidated(key);
    }

    void invalidatedAll() {
        region.writer().invalidatedAll();
    }

    LookupResult putIfAbsent(Object key, @Nullable Object value) {
        return region.writer().putIfAbsent(key, value);
    }

    int pendingCount() {
        return region.pendingCount();
    }

    RegionCounters counters() {
        return region.counters();
    }

    private static <T> T unwrapped(Callable<T> call) throws Exception {
        try {
            return call.call();
        } catch (CompletionException ex) {
            Throwable cause = Failures.cause(ex);
            if (cause instanceof Error error) {
                throw error;
            }
            throw (Exception) cause;
        }
    }
}
