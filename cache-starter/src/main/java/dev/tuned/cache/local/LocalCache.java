/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.local;

import java.util.concurrent.ThreadLocalRandom;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.StaleReason;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.local.Versions.Stamp;
import dev.tuned.cache.store.L2Store;

/**
 * L1 of one region: the objects themselves, shared by all callers. Thread-safe.
 *
 * <p>An entry's own times, with their jitter, stand in the entry; Caffeine's expiry only frees the memory of what no caller
 * may be served any more. So Caffeine gets the time that was read here last: a hit reads the clock once.
 */
public final class LocalCache {

    private static final long MILLISECOND = 1_000_000;

    private final Cache<Object, Entry> cache;
    private final RegionCounters counters = new RegionCounters();
    private final Ticker ticker;
    private final Versions versions;
    private final InvalidationChannel invalidations;
    private final long ttl;
    private final long negativeTtl;
    private final long staleFor;
    private final double jitter;
    private final double refreshAhead;
    private volatile long lastRead;

    public LocalCache(RegionSettings settings, Ticker ticker, InvalidationChannel invalidations) {
        this.cache = Caffeine.newBuilder()
                .maximumSize(settings.getL1().getMaximumSize())
                .expireAfterWrite(settings.getL1().getTtl().plus(settings.staleIfErrorOrDefault()))
                .ticker(() -> lastRead)
                .executor(Runnable::run)
                .<Object, Entry>evictionListener((key, entry, cause) -> {
                    if (cause == RemovalCause.SIZE) {
                        counters.evictions.increment();
                    }
                })
                .build();
        this.ticker = ticker;
        this.lastRead = ticker.read();
        this.versions = new Versions(ticker);
        this.invalidations = invalidations;
        this.ttl = settings.getL1().getTtl().toNanos();
        this.negativeTtl = Math.min(settings.getNegativeTtl().toNanos(), ttl);
        this.staleFor = settings.staleIfErrorOrDefault().toNanos();
        this.jitter = settings.getL1().getJitter();
        this.refreshAhead = settings.getL1().refreshAheadOrDefault();
    }

    public Cache<Object, Entry> cache() {
        return cache;
    }

    /** Which keys were changed since when. */
    public Versions versions() {
        return versions;
    }

    /** What the region has done. */
    public RegionCounters counters() {
        return counters;
    }

    public long now() {
        long now = ticker.read();
        // Hits on several threads do not write to the same place all the time.
        if (now - lastRead >= MILLISECOND) {
            lastRead = now;
        }
        return now;
    }

    /** A fresh entry with which nothing is to be done but to serve it. Counted; allocates nothing. */
    @Nullable
    public Entry hit(Object key, ReadPolicy policy) {
        Entry entry = cache.getIfPresent(key);
        if (entry != null) {
            long now = now();
            if (invalidations.beforeRead(entry.readAt(), now)
                    && entry.clearCount() == versions.clearCount()
                    && entry.isFresh(now)) {
                counters.hits.increment();
                return (policy.refreshAhead() && entry.isDue(now)) ? null : entry;
            }
        }
        counters.misses.increment();
        return null;
    }

    /** An entry that a read may be answered with, fresh or stale; not counted, since it follows a {@link #hit}. */
    @Nullable
    public Entry servable(Object key, ReadPolicy policy) {
        return policy.stale() ? copy(key) : fresh(key);
    }

    /** An entry that may be served, fresh or stale; not counted. */
    @Nullable
    public Entry copy(Object key) {
        Entry entry = cache.asMap().get(key);
        return (entry != null && isCurrent(entry)) ? entry : null;
    }

    /** A fresh entry; not counted. */
    @Nullable
    public Entry fresh(Object key) {
        Entry entry = copy(key);
        return (entry != null && entry.isFresh(now())) ? entry : null;
    }

    /** As {@link #fresh}, after the puts of the key that have looked at the versions already. */
    @Nullable
    public Entry freshAfterPuts(Object key) {
        cache.asMap().compute(key, (k, present) -> present);
        return fresh(key);
    }

    /** Whether a stale copy may be served, which it may not once its key has been changed. Counted. */
    public boolean isServedStale(Entry copy, StaleReason reason) {
        if (!isCurrent(copy)) {
            return false;
        }
        if (reason == StaleReason.TIMEOUT) {
            copy.pause(now());
        }
        counters.stale(reason).increment();
        return true;
    }

    /**
     * Keeps a value that was read after {@code stamp}, unless the key was written or removed in the meantime.
     *
     * @return the entry, also if it is not kept
     */
    public Entry putIfUnchanged(Object key, @Nullable Object value, long cas, Stamp stamp) {
        Entry entry = entry(value, cas, stamp);
        // Inside compute, so that a removal on another thread comes either before the check or after the put.
        cache.asMap().compute(key, (k, present) -> versions.unchangedSince(stamp) ? replaced(present, entry) : present);
        invalidations.entryAdded();
        return entry;
    }

    /**
     * Puts the value of a write that ends. Of two at once nothing is kept, and L2 is asked which one it has; without an
     * answer of L2 the later one is kept.
     */
    public void putEnded(Object key, @Nullable Object value, long cas, Stamp begun) {
        Entry entry = entry(value, cas, begun);
        cache.asMap().compute(key, (k, present) -> {
            if (versions.ended(begun)) {
                return replaced(present, entry);
            }
            if (cas != L2Store.NO_CAS) {
                return replaced(present, null);
            }
            // A clear in the meantime came after this write, and what is there came after the clear.
            return (begun.clearCount() == versions.clearCount()) ? replaced(present, entry) : present;
        });
        invalidations.entryAdded();
    }

    /** Puts the value of a write that ends unless there is a fresh one, which is returned. */
    @Nullable
    public Entry putIfAbsent(Object key, @Nullable Object value, Stamp begun) {
        Entry entry = entry(value, L2Store.NO_CAS, begun);
        Entry now = cache.asMap().compute(key, (k, present) -> {
            if (present != null && isCurrent(present) && present.isFresh(now())) {
                return present;
            }
            versions.ended(begun);
            return replaced(present, entry);
        });
        invalidations.entryAdded();
        return (now != entry) ? now : null;
    }

    /** Drops what is there unless the key was written or removed since {@code stamp}. */
    public void removeIfUnchanged(Object key, Stamp stamp) {
        cache.asMap()
                .computeIfPresent(
                        key, (k, present) -> versions.unchangedSince(stamp) ? replaced(present, null) : present);
    }

    /** Removes one entry, if it is still there. */
    public void remove(Object key, Entry entry) {
        if (cache.asMap().remove(key, entry)) {
            entry.drop();
        }
    }

    /** Removes what is there, and returns it if it might have been served. */
    @Nullable
    public Entry remove(Object key) {
        Entry entry = cache.asMap().remove(key);
        if (entry == null) {
            return null;
        }
        boolean current = isCurrent(entry);
        entry.drop();
        return current ? entry : null;
    }

    /** Frees the memory; that nothing is served any more is the {@linkplain Versions#cleared() versions'} doing. */
    public void clear() {
        cache.invalidateAll();
    }

    /** Whether a copy that was found a while ago may still be served. */
    private boolean isCurrent(Entry entry) {
        long now = now();
        return invalidations.beforeRead(entry.readAt(), now)
                && !entry.isDropped()
                && entry.clearCount() == versions.clearCount()
                && entry.isServable(now, staleFor);
    }

    /** Whether there is anything, after what may no longer be served is gone. */
    public boolean isHolding() {
        now();
        cache.cleanUp();
        return cache.estimatedSize() > 0;
    }

    private @Nullable Entry replaced(@Nullable Entry present, @Nullable Entry next) {
        if (present != null) {
            present.drop();
        }
        // A null without its own TTL is not kept, and nothing from before it is.
        if (next == null || (next.value() == null && negativeTtl == 0)) {
            return null;
        }
        counters.puts.increment();
        return next;
    }

    /** A null is neither refreshed ahead nor served stale: its TTL is short for a reason. */
    private Entry entry(@Nullable Object value, long cas, Stamp read) {
        long now = now();
        double share = (jitter > 0) ? 1 - jitter * ThreadLocalRandom.current().nextDouble() : 1;
        long time = (long) (((value != null) ? ttl : negativeTtl) * share);
        long deadline = now + time;
        long refreshAt = (value != null && refreshAhead > 0) ? now + (long) (time * refreshAhead) : deadline;
        return new Entry(value, cas, read.clearCount(), read.at(), refreshAt, deadline);
    }
}
