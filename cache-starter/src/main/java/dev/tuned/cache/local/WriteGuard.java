/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.local;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Knows whether a key was written or removed since a moment, so that a value read before cannot overwrite it.
 *
 * <p>Keys share a fixed number of counters. Two keys on the same counter cost at worst one value that is not kept.
 */
public final class WriteGuard {

    private static final int STRIPES = 256;

    private final AtomicLongArray writes = new AtomicLongArray(STRIPES);
    private final AtomicLong era = new AtomicLong();

    /** The moment before a read. */
    public record Stamp(int stripe, long writes, long era) {}

    public Stamp stamp(Object key) {
        int stripe = stripe(key);
        return new Stamp(stripe, writes.get(stripe), era.get());
    }

    public boolean unchangedSince(Stamp stamp) {
        return writes.get(stamp.stripe()) == stamp.writes() && era.get() == stamp.era();
    }

    /** Nothing read before this moment may be put after it. */
    public Stamp written(Object key) {
        int stripe = stripe(key);
        return new Stamp(stripe, writes.incrementAndGet(stripe), era.get());
    }

    /**
     * As {@link #written}, at the end of a write of some length.
     *
     * @param begun the moment at which it began
     * @return whether nobody else wrote in the meantime: of two writes at once nobody here knows which one L2 has
     */
    boolean ended(Stamp begun) {
        return writes.getAndIncrement(begun.stripe()) == begun.writes() && era.get() == begun.era();
    }

    public void cleared() {
        era.incrementAndGet();
    }

    /** Number of clears so far. */
    long era() {
        return era.get();
    }

    private static int stripe(Object key) {
        int hash = key.hashCode();
        return (hash ^ (hash >>> 16) ^ (hash >>> 8)) & (STRIPES - 1);
    }
}
