/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

import dev.tuned.cache.notify.Key;

/**
 * Changes that Redis has not confirmed yet. Until it has, this instance does not read such a key from Redis, and the delete is repeated. At most
 * 10,000 keys: of a cache that has more, all entries are deleted. Thread-safe.
 *
 * @param <C> the cache of a key
 */
public final class PendingDeletes<C> {

    /**
     * One change. Another one of the key that came later is not equal.
     *
     * @param second whether another instance's change is repeated
     * @param unless fingerprint of the value that need not be deleted; 0 for none
     * @param since when, by {@link System#nanoTime}
     * @param number of the change
     */
    public record Pending<C>(C cache, boolean second, long unless, long since, long number) {}

    private static final int MAXIMUM = 10_000;
    private static final long LATE = TimeUnit.MILLISECONDS.toNanos(700);

    private final AtomicLong numbers = new AtomicLong();
    private final Map<Key, Pending<C>> keys = new ConcurrentHashMap<>();
    private final Map<Key, Pending<C>> patterns = new ConcurrentHashMap<>();

    private Pending<C> pending(C cache, boolean second, long unless) {
        return new Pending<>(cache, second, unless, System.nanoTime(), numbers.incrementAndGet());
    }

    /** A key is to be deleted. */
    public Pending<C> add(Key key, C cache, boolean second, long unless) {
        return keys.compute(
                key,
                (same, old) -> pending(
                        cache, second && (old == null || old.second), (old != null && old.unless == 0) ? 0 : unless));
    }

    /** All keys that match a pattern are to be deleted; single ones of them need not. */
    public Pending<C> addPattern(Key pattern, C cache) {
        Pending<C> pending = pending(cache, false, 0);
        patterns.put(pattern, pending);
        keys.keySet().removeIf(key -> key.matches(pattern));
        return pending;
    }

    /** It is confirmed. False: another one of the key came later. */
    public boolean done(Key key, Pending<C> pending) {
        return keys.remove(key, pending);
    }

    /** All that matched are deleted. */
    public void patternDone(Key pattern, Pending<C> pending) {
        patterns.remove(pattern, pending);
    }

    /** Whether Redis may have a value of the key that is no longer true. */
    public boolean covers(Key key) {
        if (!keys.isEmpty()) {
            Pending<C> pending = keys.get(key);
            if (pending != null && pending.unless == 0) {
                return true;
            }
        }
        if (!patterns.isEmpty()) {
            for (Key pattern : patterns.keySet()) {
                if (key.matches(pattern)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** How many are pending. */
    public int size() {
        return keys.size() + patterns.size();
    }

    /** Whether a cache has to be cleared instead. */
    public boolean isFull() {
        return keys.size() >= MAXIMUM;
    }

    /** Forgets one, to stay within the bound. */
    public void forgetOne() {
        for (Key key : keys.keySet()) {
            keys.remove(key);
            return;
        }
    }

    /**
     * Finds what is late.
     *
     * @param one whether one is enough
     */
    public void forEachLate(boolean one, BiConsumer<Key, Pending<C>> ofKey, BiConsumer<Key, Pending<C>> ofPattern) {
        if (!(forEachLate(patterns, one, ofPattern) && one)) {
            forEachLate(keys, one, ofKey);
        }
    }

    private static <C> boolean forEachLate(Map<Key, Pending<C>> all, boolean one, BiConsumer<Key, Pending<C>> action) {
        long now = System.nanoTime();
        boolean found = false;
        for (Map.Entry<Key, Pending<C>> entry : all.entrySet()) {
            if (now - entry.getValue().since() >= LATE) {
                action.accept(entry.getKey(), entry.getValue());
                found = true;
                if (one) {
                    break;
                }
            }
        }
        return found;
    }
}
