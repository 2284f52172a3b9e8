/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.WriteGuard.Stamp;
import dev.tuned.cache.store.L2Store;

/**
 * L1 of one region: the objects themselves, shared by all callers.
 *
 * <p>The times stand in the entry and Caffeine only bounds the number of entries: an expiry of Caffeine's costs a look at
 * the clock with each read, which is more than the read. Entries that nobody will be served any more are looked for now
 * and then. For the choice of what to evict, Caffeine hears of an entry's first read in each tick of the clock; to tell
 * it of each read would be the larger half of a hit.
 */
final class LocalTier {

    private final HotKeys hotKeys = new HotKeys();
    private final Cache<Object, Entry> cache;
    private final Policy<Object, Entry> policy;
    private final LocalStatistics statistics = new LocalStatistics();
    private final LocalClock clock;
    private final WriteGuard guard;
    private final long ttl;
    private final long negativeTtl;
    private final long staleFor;
    private final double jitter;
    private final double refreshAhead;
    private final AtomicLong sweptAt;

    LocalTier(RegionSettings settings, LocalClock clock, WriteGuard guard) {
        this.cache = Caffeine.newBuilder()
                .maximumSize(settings.local().maximumSize())
                .recordStats(() -> statistics)
                .build();
        this.policy = cache.policy();
        this.clock = clock;
        this.guard = guard;
        this.ttl = settings.local().ttl().toNanos();
        this.negativeTtl = Math.min(settings.negativeTtl().toNanos(), ttl);
        this.staleFor = settings.staleIfError().toNanos();
        this.jitter = settings.local().jitter();
        this.refreshAhead = settings.local().refreshAhead();
        this.sweptAt = new AtomicLong(clock.read());
    }

    Cache<Object, Entry> cache() {
        return cache;
    }

    HotKeys hotKeys() {
        return hotKeys;
    }

    long now() {
        return clock.read();
    }

    /** A fresh entry with which nothing is to be done but to serve it. */
    @Nullable
    Entry hit(Object key) {
        Entry entry = policy.getIfPresentQuietly(key);
        if (entry != null && entry.era() == guard.era()) {
            long bound = clock.bound();
            if (entry.isFresh(bound) && !entry.isDue(bound)) {
                if (entry.isFirstReadAt(bound)) {
                    var unused = cache.getIfPresent(key);
                    hotKeys.at(bound);
                }
                statistics.hits.increment();
                hotKeys.hit(key);
                return entry;
            }
        }
        return hitNow(key);
    }

    /** As {@link #hit}, by the clock itself. */
    private @Nullable Entry hitNow(Object key) {
        Entry entry = cache.getIfPresent(key);
        long now = clock.read();
        if (entry == null || entry.era() != guard.era() || !entry.isFresh(now)) {
            statistics.misses.increment();
            return null;
        }
        statistics.hits.increment();
        hotKeys.at(clock.bound());
        hotKeys.hit(key);
        return entry.isDue(now) ? null : entry;
    }

    /** An entry that may be served, fresh or stale. Does not count in the statistics: follows a {@link #hit}. */
    @Nullable
    Entry copy(Object key) {
        Entry entry = cache.asMap().get(key);
        return (entry != null && isCurrent(entry)) ? entry : null;
    }

    /**
     * Keeps a value that was read after {@code stamp}, unless the key was written or removed in the meantime.
     *
     * @return the entry, also if it is not kept
     */
    Entry putIfUnchanged(Object key, @Nullable Object value, long cas, Stamp stamp) {
        Entry entry = entry(value, cas, stamp.era());
        // Inside compute, so that a removal on another thread comes either before the check or after the put.
        cache.asMap().compute(key, (k, present) -> guard.unchangedSince(stamp) ? replaced(present, entry) : present);
        return entry;
    }

    /**
     * Puts the value of a write that ends. Of two at once nothing is kept, and L2 is asked which one it has; without an
     * answer of L2 the later one is.
     */
    void putEnded(Object key, @Nullable Object value, long cas, Stamp begun) {
        Entry entry = entry(value, cas, begun.era());
        cache.asMap().compute(key, (k, present) -> {
            if (guard.ended(begun)) {
                return replaced(present, entry);
            }
            if (cas != L2Store.NO_CAS) {
                return replaced(present, null);
            }
            // A clear in the meantime came after this write, and what is there came after the clear.
            return (begun.era() == guard.era()) ? replaced(present, entry) : present;
        });
    }

    /** Puts the value of a write that ends unless there is a fresh one, which is returned. */
    @Nullable
    Entry putIfAbsent(Object key, @Nullable Object value, Stamp begun) {
        Entry entry = entry(value, L2Store.NO_CAS, begun.era());
        Entry now = cache.asMap().compute(key, (k, present) -> {
            if (present != null && isCurrent(present) && present.isFresh(now())) {
                return present;
            }
            guard.ended(begun);
            return replaced(present, entry);
        });
        return (now != entry) ? now : null;
    }

    /** Drops what is there unless the key was written or removed since {@code stamp}. */
    void removeIfUnchanged(Object key, Stamp stamp) {
        cache.asMap()
                .computeIfPresent(key, (k, present) -> guard.unchangedSince(stamp) ? replaced(present, null) : present);
    }

    /** Removes one entry, if it is still there. */
    void remove(Object key, Entry entry) {
        if (cache.asMap().remove(key, entry)) {
            entry.drop();
        }
    }

    /** Removes what is there, and returns it if it might have been served. */
    @Nullable
    Entry remove(Object key) {
        Entry entry = cache.asMap().remove(key);
        if (entry == null) {
            return null;
        }
        boolean current = isCurrent(entry);
        entry.drop();
        return current ? entry : null;
    }

    /** Frees the memory; that nothing is served any more is the {@linkplain WriteGuard#cleared() guard's} doing. */
    void clear() {
        cache.invalidateAll();
    }

    /** Whether a copy that was found a while ago may still be served. */
    boolean isCurrent(Entry entry) {
        return !entry.isDropped() && entry.era() == guard.era() && entry.isServable(clock.read());
    }

    private @Nullable Entry replaced(@Nullable Entry present, @Nullable Entry next) {
        if (present != null) {
            present.drop();
        }
        // A null without a time of its own is not kept, and nothing from before it is.
        return (next == null || (next.value() == null && negativeTtl == 0)) ? null : counted(next);
    }

    /** A null is neither refreshed ahead nor served stale: its time is short for a reason. */
    private Entry entry(@Nullable Object value, long cas, long era) {
        long now = clock.read();
        double share = (jitter > 0) ? 1 - jitter * ThreadLocalRandom.current().nextDouble() : 1;
        long time = (long) (((value != null) ? ttl : negativeTtl) * share);
        long deadline = now + time;
        if (value == null) {
            return new Entry(null, cas, era, deadline, deadline, deadline);
        }
        long refreshAt = (refreshAhead > 0) ? now + (long) (time * refreshAhead) : deadline;
        return new Entry(value, cas, era, refreshAt, deadline, deadline + staleFor);
    }

    private Entry counted(Entry entry) {
        statistics.puts.increment();
        sweep(clock.read());
        return entry;
    }

    /** Frees the memory of entries that cannot be served any more, at most once in the time that one may be. */
    private void sweep(long now) {
        long last = sweptAt.get();
        if (now - last >= ttl + staleFor && sweptAt.compareAndSet(last, now)) {
            ForkJoinPool.commonPool()
                    .execute(() -> cache.asMap()
                            .values()
                            .removeIf(entry -> entry.era() != guard.era() || !entry.isServable(now)));
        }
    }
}
