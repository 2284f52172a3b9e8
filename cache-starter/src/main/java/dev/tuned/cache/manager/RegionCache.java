/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.support.AbstractValueAdaptingCache;
import org.springframework.util.Assert;

import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.ReadPolicy;
import dev.tuned.cache.region.Loader;
import dev.tuned.cache.region.Region;
import dev.tuned.cache.region.Region.Miss;
import dev.tuned.cache.remote.LookupResult;

import static java.util.Objects.requireNonNull;

/**
 * Spring's view of one region of the near cache. Thread-safe.
 *
 * <p>A hit in L1 gives every caller the same object, as any in-process cache does: do not change it. Concurrent misses of
 * one key through either method with a loader make one load, whose value or failure all of them get. A write or a removal
 * during a load wins over what the load returns. L2 fails no call: without it the loader is called.
 */
public sealed class RegionCache extends AbstractValueAdaptingCache permits CacheableView {

    private final Region region;
    private final ReadPolicy policy;

    RegionCache(Region region) {
        super(true);
        this.region = region;
        this.policy = ReadPolicy.ofAnnotatedMethods(region.settings());
    }

    RegionCache(RegionCache other) {
        super(true);
        this.region = other.region;
        this.policy = other.policy;
    }

    public Region region() {
        return region;
    }

    @Override
    public String getName() {
        return region.name();
    }

    /** The Caffeine cache that is L1. Its values are not the cached ones. */
    @Override
    public com.github.benmanes.caffeine.cache.Cache<Object, ?> getNativeCache() {
        return region.nativeCache();
    }

    @Override
    protected @Nullable Object lookup(Object key) {
        Object hit = hit(key);
        return (hit != null) ? hit : found(region.find(key, missed(key), policy));
    }

    /** The value that L1 may serve at once, as Spring stores it. */
    @Nullable
    Object hit(Object key) {
        Entry entry = region.hit(key, policy);
        return (entry != null) ? toStoreValue(entry.value()) : null;
    }

    private @Nullable Object found(LookupResult result) {
        return result.isFound() ? toStoreValue(result.value()) : null;
    }

    /** The begin of a read whose caller will load what L1 did not have, where that is known. */
    @Nullable
    Miss missed(Object key) {
        return null;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
        Assert.notNull(valueLoader, "Callable must not be null");
        Entry entry = region.hit(key, policy);
        return (T) ((entry != null) ? entry.value() : load(key, valueLoader));
    }

    /** Refuses a null key before anything begins, with the exception that reads get from Caffeine. */
    private static Object notNull(Object key) {
        int unused = key.hashCode();
        return key;
    }

    private @Nullable Object load(Object key, Callable<?> valueLoader) {
        try {
            return region.load(key, Loader.once(valueLoader), policy);
        } catch (Error ex) {
            throw ex;
        } catch (Throwable ex) {
            throw new ValueRetrievalException(key, valueLoader, ex);
        }
    }

    @Override
    public @Nullable CompletableFuture<?> retrieve(Object key) {
        Entry entry = region.hit(key, policy);
        CompletableFuture<LookupResult> found = (entry != null)
                ? CompletableFuture.completedFuture(LookupResult.of(entry.value()))
                : region.findLater(key, missed(key), policy);
        return (found != null) ? found.thenApply(result -> toValueWrapper(found(result))) : null;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
        Entry entry = region.hit(key, policy);
        if (entry != null) {
            return (CompletableFuture<T>) CompletableFuture.completedFuture(entry.value());
        }
        Loader.Once loader = Loader.once(valueLoader);
        CompletableFuture<?> value = region.loadLater(key, loader, policy);
        loader.rethrow();
        return (CompletableFuture<T>) value;
    }

    @Override
    public void put(Object key, @Nullable Object value) {
        region.writer().put(requireNonNull(key), fromStoreValue(value));
    }

    /** Atomic towards all else that happens in this process, and beyond it as far as L2 answers. */
    @Override
    public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
        return toValueWrapper(found(region.writer().putIfAbsent(notNull(key), fromStoreValue(value))));
    }

    @Override
    public void evict(Object key) {
        region.writer().evict(requireNonNull(key));
    }

    @Override
    public boolean evictIfPresent(Object key) {
        return region.writer().evict(requireNonNull(key));
    }

    @Override
    public void clear() {
        region.writer().clear();
    }

    @Override
    public boolean invalidate() {
        return region.writer().clear();
    }
}
