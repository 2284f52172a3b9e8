/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.notify.Key;

/**
 * Which keys were missing lately. Spring puts what a method returned after a miss as it puts any value: a put of a key that was missed is no
 * change. At most 16 keys a thread and 10,000 that were missed without a thread, for 30 s. A method may fail, so that there is no put; a wrong
 * guess costs an entry, never a stale value. Thread-safe.
 */
final class Misses {

    /** A version that no key has: it is not known what was changed since a load began. */
    static final long UNKNOWN = -1;

    /**
     * Misses of a key.
     *
     * @param version the key's when it was missed
     * @param puts that are expected
     */
    private record Miss(long version, int puts, long since) {

        Miss(long version, int puts) {
            this(version, puts, System.nanoTime());
        }

        boolean isOver() {
            return System.nanoTime() - since > (puts > 0 ? KEPT : SPENT);
        }
    }

    private static final long KEPT = TimeUnit.SECONDS.toNanos(30);
    private static final long SPENT = TimeUnit.SECONDS.toNanos(5);

    private final ThreadLocal<Map<Key, Miss>> ofThread = ThreadLocal.withInitial(() -> bounded(16));
    private final Map<Key, Miss> asynchronous = bounded(10_000);

    private static Map<Key, Miss> bounded(int maximum) {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, Miss> eldest) {
                return size() > maximum || eldest.getValue().isOver();
            }
        };
    }

    /** The current thread missed a key of this version. A method that runs after a miss of the key may read it, too: then both put it. */
    void add(Key key, long version) {
        Map<Key, Miss> mine = ofThread.get();
        Miss outer = remove(mine, key);
        mine.put(key, (outer != null && Callers.isCachedMethod()) ? after(outer, version) : new Miss(version, 1));
    }

    /** A key of this version was missed; any thread may put it. */
    void addAsynchronous(Key key, long version) {
        synchronized (asynchronous) {
            Miss earlier = remove(asynchronous, key);
            asynchronous.put(key, (earlier != null) ? after(earlier, version) : new Miss(version, 1));
        }
    }

    private static @Nullable Miss remove(Map<Key, Miss> misses, Key key) {
        Miss miss = misses.remove(key);
        return (miss == null || miss.isOver()) ? null : miss;
    }

    private static Miss after(Miss earlier, long version) {
        boolean same = earlier.puts == 0 || earlier.version == version;
        return new Miss(same ? version : UNKNOWN, earlier.puts + 1);
    }

    /** The current thread found or changed a key: its next put is a change, unless it is that of the method that runs. */
    void forget(Key key) {
        Map<Key, Miss> mine = ofThread.get();
        if (!mine.isEmpty() && mine.keySet().stream().anyMatch(key::covers) && !Callers.isCachedMethod()) {
            mine.keySet().removeIf(key::covers);
        }
    }

    /** Takes the version that a key had when it was missed; null: it was not. */
    @Nullable
    Long take(Key key) {
        Map<Key, Miss> mine = ofThread.get();
        Miss miss = remove(mine, key);
        if (miss != null) {
            if (miss.puts > 1) {
                mine.put(key, new Miss(miss.version, miss.puts - 1));
            }
            return miss.version;
        }
        synchronized (asynchronous) {
            miss = remove(asynchronous, key);
            if (miss == null) {
                return null;
            }
            // Somebody else may have put in its place: what comes beyond the expected puts is no change either.
            boolean known = miss.puts > 0 && miss.version != UNKNOWN;
            asynchronous.put(key, new Miss(miss.version, known ? miss.puts - 1 : 0));
            return known ? miss.version : UNKNOWN;
        }
    }
}
