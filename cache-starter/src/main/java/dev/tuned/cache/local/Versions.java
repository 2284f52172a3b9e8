/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.local;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

import com.github.benmanes.caffeine.cache.Ticker;

/**
 * Knows whether a key was written or removed since a moment, so that a value read before cannot overwrite it. Writes are
 * counted for keys that are read or written at the moment, and forgotten with the last {@link Stamp} of the key. A map without a
 * buffer of writes: a caller whose stack ends in it leaves nothing that the next one would wait for. Thread-safe.
 */
public final class Versions {

    private final ConcurrentMap<Object, KeyReference> keys = new ConcurrentHashMap<>();
    private final ReferenceQueue<Writes> forgotten = new ReferenceQueue<>();
    private final AtomicLong clears = new AtomicLong();
    private final Ticker ticker;

    public Versions(Ticker ticker) {
        this.ticker = ticker;
    }

    /** The writes of one key, as long as a stamp refers to them. Compared by identity. */
    public static final class Writes {

        private final AtomicLong count = new AtomicLong();
    }

    private static final class KeyReference extends WeakReference<Writes> {

        private final Object key;

        KeyReference(Object key, Writes writes, ReferenceQueue<Writes> forgotten) {
            super(writes, forgotten);
            this.key = key;
        }
    }

    /**
     * The moment before a read, or at the begin of a write.
     *
     * @param at that moment, by L1's ticker
     */
    public record Stamp(Writes writes, long count, long clearCount, long at) {}

    public Stamp stamp(Object key) {
        Writes writes = present(key);
        return new Stamp(writes, writes.count.get(), clears.get(), ticker.read());
    }

    public boolean unchangedSince(Stamp stamp) {
        return stamp.writes().count.get() == stamp.count() && clears.get() == stamp.clearCount();
    }

    /** Nothing read before this moment may be put after it. */
    public void written(Object key) {
        KeyReference reference = keys.get(key);
        Writes writes = (reference != null) ? reference.get() : null;
        if (writes != null) {
            writes.count.incrementAndGet();
        }
    }

    private Writes present(Object key) {
        for (Object ended = forgotten.poll(); ended instanceof KeyReference reference; ended = forgotten.poll()) {
            keys.remove(reference.key, reference);
        }
        for (; ; ) {
            KeyReference reference = keys.get(key);
            Writes writes = (reference != null) ? reference.get() : null;
            if (writes != null) {
                return writes;
            }
            Writes made = new Writes();
            KeyReference own = new KeyReference(key, made, forgotten);
            if ((reference == null) ? keys.putIfAbsent(key, own) == null : keys.replace(key, reference, own)) {
                return made;
            }
        }
    }

    /** As {@link #written}, at the begin of a write of some length, which {@link #ended} ends. */
    public Stamp writing(Object key) {
        Writes writes = present(key);
        return new Stamp(writes, writes.count.incrementAndGet(), clears.get(), ticker.read());
    }

    /**
     * As {@link #written}, at the end of a write.
     *
     * @param begun the moment at which it began
     * @return whether no other thread wrote in the meantime: of two writes at once it is unknown here which one L2 has
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
