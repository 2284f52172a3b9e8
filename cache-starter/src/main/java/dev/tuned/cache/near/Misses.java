/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.notify.Key;

/**
 * Which keys were missing lately. Spring puts what a method returned after a miss as it puts any value: a put of a key that its thread missed is
 * no change. At most 16 keys a thread and 10,000 that were missed without a thread, for 30 s. A wrong guess costs an entry, never a stale value.
 * Thread-safe.
 */
final class Misses {

    private record Miss(long version, long since) {

        boolean isOver() {
            return System.nanoTime() - since > KEPT;
        }
    }

    private static final long KEPT = TimeUnit.SECONDS.toNanos(30);
    private static final int OF_A_THREAD = 16;
    private static final int ASYNCHRONOUS = 10_000;

    private final ThreadLocal<Map<Key, Miss>> ofThread = ThreadLocal.withInitial(() -> bounded(OF_A_THREAD));
    private final Map<Key, Miss> asynchronous = bounded(ASYNCHRONOUS);

    private static Map<Key, Miss> bounded(int maximum) {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, Miss> eldest) {
                return size() > maximum || eldest.getValue().isOver();
            }
        };
    }

    /** The current thread missed a key of this version. */
    void add(Key key, long version) {
        ofThread.get().put(key, new Miss(version, System.nanoTime()));
    }

    /** A key of this version was missed; any thread may put it. */
    void addAsynchronous(Key key, long version) {
        synchronized (asynchronous) {
            asynchronous.put(key, new Miss(version, System.nanoTime()));
        }
    }

    /** Takes the version that a key had when it was missed. */
    @Nullable
    Long take(Key key) {
        Miss miss = ofThread.get().remove(key);
        if (miss == null || miss.isOver()) {
            synchronized (asynchronous) {
                miss = asynchronous.remove(key);
            }
        }
        return (miss == null || miss.isOver()) ? null : miss.version();
    }
}
