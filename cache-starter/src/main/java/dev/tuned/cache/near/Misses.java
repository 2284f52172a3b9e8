/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Which keys were missing lately. Spring puts what a method returned after a miss as it puts any value: a put of a key that was missed is no
 * change. At most 16 keys a thread and 10,000 that were missed without a thread, for 30 s. A method may fail, so that there is no put; a wrong
 * guess costs an entry, never a stale value. Thread-safe.
 *
 * @param <K> keys
 */
final class Misses<K> {

    /** A version that no key has: it is not known what was changed since a load began. */
    static final long UNKNOWN = -1;

    /**
     * Misses of a key.
     *
     * @param version the key's when it was missed
     * @param puts that are expected
     * @param method whose value was looked up; null if it is not known, or there are several
     */
    private record Miss(
            long version, int puts, long since, @Nullable String method) {

        Miss(long version, int puts) {
            this(version, puts, System.nanoTime(), null);
        }

        boolean isOver() {
            return System.nanoTime() - since > (puts > 0 ? KEPT : SPENT);
        }
    }

    private static final long KEPT = TimeUnit.SECONDS.toNanos(30);
    private static final long SPENT = TimeUnit.SECONDS.toNanos(5);

    private final ThreadLocal<Map<K, Miss>> ofThread = ThreadLocal.withInitial(() -> bounded(16));
    private final Map<K, Miss> asynchronous = bounded(10_000);

    private static <K> Map<K, Miss> bounded(int maximum) {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, Miss> eldest) {
                return size() > maximum || eldest.getValue().isOver();
            }
        };
    }

    /**
     * The current thread missed a key of this version. A method that runs after a miss of the key may read it, too: then both put it.
     *
     * @param method whose value was looked up, if it is known
     */
    void add(K key, long version, @Nullable String method) {
        Map<K, Miss> mine = ofThread.get();
        Miss outer = remove(mine, key);
        mine.put(
                key,
                (outer != null && Callers.isCachedMethod())
                        ? after(outer, version)
                        : new Miss(version, 1, System.nanoTime(), method));
    }

    /** Whether what is about to be put is surely loaded: Spring's cache interceptor puts it for the method that missed it. */
    boolean isLoad(K key) {
        Miss miss = ofThread.get().get(key);
        return miss != null && miss.method != null && miss.method.equals(Callers.cachedMethod());
    }

    /** A key of this version was missed; any thread may put it. */
    void addAsynchronous(K key, long version) {
        synchronized (asynchronous) {
            Miss earlier = remove(asynchronous, key);
            asynchronous.put(key, (earlier != null) ? after(earlier, version) : new Miss(version, 1));
        }
    }

    private static <K> @Nullable Miss remove(Map<K, Miss> misses, K key) {
        Miss miss = misses.remove(key);
        return (miss == null || miss.isOver()) ? null : miss;
    }

    private static Miss after(Miss earlier, long version) {
        boolean same = earlier.puts == 0 || earlier.version == version;
        return new Miss(same ? version : UNKNOWN, earlier.puts + 1);
    }

    /** The current thread found or changed keys: their next put is a change, unless it is that of the method that runs. */
    void forget(Predicate<K> keys) {
        Map<K, Miss> mine = ofThread.get();
        if (!mine.isEmpty() && mine.keySet().stream().anyMatch(keys) && !Callers.isCachedMethod()) {
            mine.keySet().removeIf(keys);
        }
    }

    /** Takes the version that a key had when it was missed; null: it was not. */
    @Nullable
    Long take(K key) {
        Map<K, Miss> mine = ofThread.get();
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
            // Once they are spent, until the time is over: not for longer with each put.
            long since = (miss.puts > 0) ? System.nanoTime() : miss.since;
            asynchronous.put(key, new Miss(miss.version, known ? miss.puts - 1 : 0, since, null));
            return known ? miss.version : UNKNOWN;
        }
    }
}
