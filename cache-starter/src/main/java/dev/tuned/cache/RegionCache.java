/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;
import org.springframework.cache.support.NullValue;
import org.springframework.cache.support.SimpleValueWrapper;

import dev.tuned.cache.store.Failures;

/**
 * Spring's view of one region of the near cache. Thread-safe.
 *
 * <p>A hit in L1 gives every caller the same object, as any in-process cache does: do not change it, unless the region
 * has {@code copy-on-read}. Concurrent misses of one key through either method with a loader make one load, whose value
 * or failure all of them get. A write or a removal during a load wins over what the load returns. L2 fails no call:
 * without it the loader is asked.
 */
public final class RegionCache implements Cache {

    private final Region region;
    private final Copies copies;

    RegionCache(Region region, Copies copies) {
        this.region = region;
        this.copies = copies;
    }

    Region region() {
        return region;
    }

    Copies copies() {
        return copies;
    }

    @Override
    public String getName() {
        return region.name();
    }

    /** The Caffeine cache that is L1, for its statistics. Its values are not the cached ones. */
    @Override
    public com.github.benmanes.caffeine.cache.Cache<Object, ?> getNativeCache() {
        return region.nativeCache();
    }

    /** What the region has done so far. */
    public RegionStatistics statistics() {
        return region.statistics();
    }

    /** What is in force for the region. */
    public RegionSettings settings() {
        return region.settings();
    }

    /**
     * The keys that L1 is asked for most, estimated from a sample of the reads in which the last ones weigh most.
     *
     * @param limit how many, at most
     * @return the keys, the most read first
     */
    public List<HotKey> hottestKeys(int limit) {
        return region.hottestKeys(limit);
    }

    @Override
    public @Nullable ValueWrapper get(Object key) {
        Entry entry = region.hit(key);
        return (entry != null) ? new SimpleValueWrapper(copies.of(entry.value())) : wrapped(region.find(key));
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> @Nullable T get(Object key, @Nullable Class<T> type) {
        ValueWrapper wrapper = get(key);
        Object value = (wrapper != null) ? wrapper.get() : null;
        if (value != null && type != null && !type.isInstance(value)) {
            throw new IllegalStateException("Cache region '" + getName() + "' holds a "
                    + value.getClass().getName() + " under this key, not a " + type.getName());
        }
        return (T) value;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
        Entry entry = region.hit(key);
        return (T) copies.of((entry != null) ? entry.value() : load(key, valueLoader));
    }

    private @Nullable Object load(Object key, Callable<?> valueLoader) {
        try {
            return region.load(key, valueLoader);
        } catch (Error ex) {
            throw ex;
        } catch (Throwable ex) {
            throw new ValueRetrievalException(key, valueLoader, Failures.cause(ex));
        }
    }

    @Override
    public @Nullable CompletableFuture<?> retrieve(Object key) {
        Entry entry = region.hit(key);
        CompletableFuture<Answer> found =
                (entry != null) ? CompletableFuture.completedFuture(Answer.of(entry.value())) : region.findLater(key);
        return (found != null) ? found.thenApply(this::wrapped) : null;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
        Entry entry = region.hit(key);
        CompletableFuture<?> value =
                (entry != null) ? CompletableFuture.completedFuture(entry.value()) : region.loadLater(key, valueLoader);
        return (CompletableFuture<T>) (copies.areMade() ? value.thenApply(copies::of) : value);
    }

    @Override
    public void put(Object key, @Nullable Object value) {
        region.put(key, stored(value));
    }

    /** Atomic towards all else that happens in this process, and beyond it as far as L2 answers. */
    @Override
    public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
        return wrapped(region.putIfAbsent(key, stored(value)));
    }

    @Override
    public void evict(Object key) {
        region.evict(key);
    }

    @Override
    public boolean evictIfPresent(Object key) {
        return region.evict(key);
    }

    @Override
    public void clear() {
        region.clear();
    }

    @Override
    public boolean invalidate() {
        return region.clear();
    }

    /** Some of Spring's own caches keep a null by this. */
    private @Nullable Object stored(@Nullable Object value) {
        return copies.of((value != NullValue.INSTANCE) ? value : null);
    }

    private @Nullable ValueWrapper wrapped(Answer answer) {
        return answer.isFound() ? new SimpleValueWrapper(copies.of(answer.value())) : null;
    }
}
