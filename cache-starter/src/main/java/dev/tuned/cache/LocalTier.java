/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.ThreadLocalRandom;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.WriteGuard.Stamp;
import dev.tuned.cache.store.L2Store;

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
    private final long staleFor;
    private final double jitter;
    private final double refreshAhead;

    LocalTier(RegionSettings settings, Ticker ticker, WriteGuard guard) {
        this.cache = Caffeine.newBuilder()
                .maximumSize(settings.local().maximumSize())
                .expireAfterWrite(settings.local().ttl().plus(settings.staleIfError()))
                .ticker(ticker)
                .recordStats()
                .build();
        this.ticker = ticker;
        this.guard = guard;
        this.ttl = settings.local().ttl().toNanos();
        this.negativeTtl = Math.min(settings.negativeTtl().toNanos(), ttl);
        this.staleFor = settings.staleIfError().toNanos();
        this.jitter = settings.local().jitter();
        this.refreshAhead = settings.local().refreshAhead();
    }

    Cache<Object, Entry> cache() {
        return cache;
    }

    long now() {
        return ticker.read();
    }

    /** A fresh entry with which nothing is to be done but to serve it. */
    @Nullable
    Entry hit(Object key) {
        Entry entry = cache.getIfPresent(key);
        if (entry == null || entry.era() != guard.era()) {
            return null;
        }
        long now = ticker.read();
        return (entry.isFresh(now) && !entry.isDue(now)) ? entry : null;
    }

    /** An entry that may be served, fresh or stale. Does not count in the statistics: follows a {@link #hit}. */
    @Nullable
    Entry copy(Object key) {
        Entry entry = cache.asMap().get(key);
        return (entry != null && entry.era() == guard.era() && entry.isServable(ticker.read())) ? entry : null;
    }

    /** Puts a value whatever was there. */
    void put(Object key, @Nullable Object value) {
        if (value == null && negativeTtl == 0) {
            cache.invalidate(key);
        } else {
            cache.put(key, entry(value, L2Store.NO_CAS, guard.era()));
        }
    }

    /**
     * Keeps a value that was read after {@code stamp}, unless the key was written or removed in the meantime.
     *
     * @return the entry, also if it is not kept
     */
    Entry putIfUnchanged(Object key, @Nullable Object value, long cas, Stamp stamp) {
        Entry entry = entry(value, cas, stamp.era());
        if (value == null && negativeTtl == 0) {
            // A value that is no more must not stay as a stale copy.
            cache.asMap().computeIfPresent(key, (k, present) -> guard.unchangedSince(stamp) ? null : present);
        } else {
            // Inside compute, so that a removal on another thread comes either before the check or after the put.
            cache.asMap().compute(key, (k, present) -> guard.unchangedSince(stamp) ? entry : present);
        }
        return entry;
    }

    /** Drops what is there unless the key was written or removed since {@code stamp}. */
    void removeIfUnchanged(Object key, Stamp stamp) {
        cache.asMap().computeIfPresent(key, (k, present) -> guard.unchangedSince(stamp) ? null : present);
    }

    /** Whether there was something fresh to remove. */
    boolean remove(Object key) {
        Entry entry = cache.asMap().remove(key);
        return entry != null && entry.era() == guard.era() && entry.isFresh(ticker.read());
    }

    /** Frees the memory; that nothing is served any more is the {@linkplain WriteGuard#cleared() guard's} doing. */
    void clear() {
        cache.invalidateAll();
    }

    /** A null is neither refreshed ahead nor served stale: its time is short for a reason. */
    private Entry entry(@Nullable Object value, long cas, long era) {
        long now = ticker.read();
        double share = (jitter > 0) ? 1 - jitter * ThreadLocalRandom.current().nextDouble() : 1;
        long time = (long) (((value != null) ? ttl : negativeTtl) * share);
        long deadline = now + time;
        if (value == null) {
            return new Entry(null, cas, era, deadline, deadline, deadline);
        }
        long refreshAt = (refreshAhead > 0) ? now + (long) (time * refreshAhead) : deadline;
        return new Entry(value, cas, era, refreshAt, deadline, deadline + staleFor);
    }
}
