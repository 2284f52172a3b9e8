/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;

import dev.tuned.cache.load.Region.Miss;

/**
 * A region as one invocation of a {@code @Cacheable} method sees it: it asks, misses, and puts what the method returned.
 * That put is a load, which changes nothing and is reported to nobody, and a change in between wins over it. A put without
 * a miss before it is one of the application's. For one invocation; thread-safe.
 */
public final class CacheableView implements Cache {

    private final RegionCache cache;
    private volatile @Nullable Miss miss;

    public CacheableView(RegionCache cache) {
        this.cache = cache;
    }

    @Override
    public String getName() {
        return cache.getName();
    }

    @Override
    public Object getNativeCache() {
        return cache.getNativeCache();
    }

    @Override
    public @Nullable ValueWrapper get(Object key) {
        return cache.getOrMiss(key, missed -> miss = missed);
    }

    @Override
    public <T> @Nullable T get(Object key, @Nullable Class<T> type) {
        return cache.get(key, type);
    }

    @Override
    public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
        return cache.get(key, valueLoader);
    }

    @Override
    public @Nullable CompletableFuture<?> retrieve(Object key) {
        return cache.retrieveOrMiss(key, missed -> miss = missed);
    }

    @Override
    public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
        return cache.retrieve(key, valueLoader);
    }

    @Override
    public void put(Object key, @Nullable Object value) {
        Miss missed = miss;
        if (missed != null && missed.key().equals(key)) {
            cache.putLoaded(missed, value);
        } else {
            cache.put(key, value);
        }
    }

    @Override
    public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
        return cache.putIfAbsent(key, value);
    }

    @Override
    public void evict(Object key) {
        cache.evict(key);
    }

    @Override
    public boolean evictIfPresent(Object key) {
        return cache.evictIfPresent(key);
    }

    @Override
    public void clear() {
        cache.clear();
    }

    @Override
    public boolean invalidate() {
        return cache.invalidate();
    }
}
