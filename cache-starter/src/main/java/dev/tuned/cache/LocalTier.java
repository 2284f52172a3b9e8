/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * L1 of one region: the objects themselves, shared by all callers.
 *
 * <p>The deadline stands in the entry and Caffeine's fixed expiry only bounds memory. Caffeine's variable expiry would
 * do the same for less than half the throughput.
 */
final class LocalTier {

    private final Cache<Object, Entry> cache;
    private final Ticker ticker;
    private final WriteGuard guard;
    private final long ttl;
    private final long negativeTtl;

    LocalTier(RegionSettings settings, Ticker ticker, WriteGuard guard) {
        this.cache = Caffeine.newBuilder()
                .maximumSize(settings.local().maximumSize())
                .expireAfterWrite(settings.local().ttl())
                .ticker(ticker)
                .recordStats()
                .build();
        this.ticker = ticker;
        this.guard = guard;
        this.ttl = settings.local().ttl().toNanos();
        this.negativeTtl = Math.min(settings.negativeTtl().toNanos(), ttl);
    }

    Cache<Object, Entry> cache() {
        return cache;
    }

    @Nullable
    Entry get(Object key) {
        return live(cache.getIfPresent(key));
    }

    /** As {@link #get}, without another hit or miss in the statistics: for a second look at a key. */
    @Nullable
    Entry peek(Object key) {
        return live(cache.asMap().get(key));
    }

    void put(Object key, @Nullable Object value) {
        if (value == null && negativeTtl == 0) {
            cache.invalidate(key);
        } else {
            cache.put(key, entry(value, guard.era()));
        }
    }

    /** Keeps a value that was read after {@code stamp}, unless the key was written or removed in the meantime. */
    void putIfUnchanged(Object key, @Nullable Object value, WriteGuard.Stamp stamp) {
        if (value == null && negativeTtl == 0) {
            return;
        }
        Entry entry = entry(value, stamp.era());
        // Inside compute, so that a removal on another thread comes either before the check or after the put.
        cache.asMap().compute(key, (k, present) -> guard.unchangedSince(stamp) ? entry : present);
    }

    boolean remove(Object key) {
        return live(cache.asMap().remove(key)) != null;
    }

    /** Frees the memory; that nothing is served any more is the {@linkplain WriteGuard#cleared() guard's} doing. */
    void clear() {
        cache.invalidateAll();
    }

    private Entry entry(@Nullable Object value, long era) {
        return new Entry(value, ticker.read() + ((value != null) ? ttl : negativeTtl), era);
    }

    private @Nullable Entry live(@Nullable Entry entry) {
        return (entry != null && entry.era() == guard.era() && entry.deadline() - ticker.read() > 0) ? entry : null;
    }
}
