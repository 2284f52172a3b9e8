/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.ReadPolicy;
import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.region.Loader;
import dev.tuned.cache.region.Region;
import dev.tuned.cache.remote.LookupResult;

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
        return region.find(key, null, policy);
    }

    @Nullable
    CompletableFuture<LookupResult> findLater(Object key) {
        return region.findLater(key, null, policy);
    }

    <K> Map<K, LookupResult> getAll(Collection<? extends K> keys) {
        return region.findAll(keys, policy);
    }

    @Nullable
    Object load(Object key, Callable<?> loader) throws Exception {
        return checked(() -> region.load(
                key, keys -> CompletableFuture.completedFuture(Collections.singletonMap(key, loader.call())), policy));
    }

    <K> Map<K, @Nullable Object> getAllOrLoad(Collection<? extends K> keys, Function<Set<K>, Map<K, ?>> loader)
            throws Exception {
        return checked(() -> region.loadAll(keys, Loader.<K>ofAll(loader), policy));
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

    private interface Read<T> {

        T run() throws Throwable;
    }

    private static <T> T checked(Read<T> read) throws Exception {
        try {
            return read.run();
        } catch (Exception | Error ex) {
            throw ex;
        } catch (Throwable ex) {
            throw new IllegalStateException(ex);
        }
    }
}
