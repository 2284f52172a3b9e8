/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.local;

import java.util.concurrent.atomic.AtomicLong;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;

/**
 * Knows whether a key was written or removed since a moment, so that a value read before cannot overwrite it. Writes are
 * counted for keys that are read or written at the moment, and forgotten with the last {@link Stamp} of the key. Thread-safe.
 */
public final class Versions {

    private final Cache<Object, Writes> keys =
            Caffeine.newBuilder().weakValues().executor(Runnable::run).build();
    private final AtomicLong clears = new AtomicLong();
    private final Ticker ticker;

    public Versions(Ticker ticker) {
        this.ticker = ticker;
    }

    /** The writes of one key, as long as a stamp refers to them. Compared by identity. */
    public static final class Writes {

        private final AtomicLong count = new AtomicLong();
    }

    /**
     * The moment before a read, or at the begin of a write.
     *
     * @param at that moment, by L1's ticker
     */
    public record Stamp(Writes writes, long count, long clearCount, long at) {}

    public Stamp stamp(Object key) {
        Writes writes = keys.get(key, unknown -> new Writes());
        return new Stamp(writes, writes.count.get(), clears.get(), ticker.read());
    }

    public boolean unchangedSince(Stamp stamp) {
        return stamp.writes().count.get() == stamp.count() && clears.get() == stamp.clearCount();
    }

    /** Nothing read before this moment may be put after it. */
    public void written(Object key) {
        Writes writes = keys.getIfPresent(key);
        if (writes != null) {
            writes.count.incrementAndGet();
        }
    }

    /** As {@link #written}, at the begin of a write of some length, which {@link #ended} ends. */
    public Stamp writing(Object key) {
        Writes writes = keys.get(key, unknown -> new Writes());
        return new Stamp(writes, writes.count.incrementAndGet(), clears.get(), ticker.read());
    }

    /**
     * As {@link #written}, at the end of a write.
     *
     * @param begun the moment at which it began
     * @return whether nobody else wrote in the meantime: of two writes at once nobody here knows which one L2 has
     */
    boolean ended(Stamp begun) {
        return begun.writes().count.getAndIncrement() == begun.count() && clears.get() == begun.clearCount();
    }

    public void cleared() {
        clears.incrementAndGet();
    }

    /** Number of clears so far. */
    long clearCount() {
        return clears.get();
    }
}
