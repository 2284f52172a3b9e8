/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.notify.Key;

/**
 * Changes that the far cache has not confirmed yet. Until it has, this instance does not read such a key from it, and the delete is repeated. At most
 * 10,000 keys: of a cache that has more, all entries are deleted. Thread-safe.
 *
 * @param <C> the cache of a key
 */
public final class PendingDeletes<C> {

    /**
     * One change. Another one of the key that came later is not equal.
     *
     * @param second whether another instance's change is repeated
     * @param due when it is repeated, by {@link System#nanoTime}; not while it waits for its turn
     */
    public record Pending<C>(C cache, Key key, boolean second, AtomicLong due) {}

    private final Map<Key, Pending<C>> keys = new ConcurrentHashMap<>();
    private final Map<Key, Pending<C>> patterns = new ConcurrentHashMap<>();

    private Map<Key, Pending<C>> like(Key key) {
        return key.isPattern() ? patterns : keys;
    }

    /**
     * A key is to be deleted, or all that match a pattern; single ones need not if it is a prefix of theirs.
     *
     * @param delay after how many nanoseconds this is repeated
     */
    public Pending<C> add(C cache, Key key, boolean second, long delay) {
        if (isFull() && !key.isPattern()) {
            // Nothing else can be done: its entry ends with its own TTL.
            keys.keySet().stream().findFirst().ifPresent(keys::remove);
        }
        AtomicLong due = new AtomicLong(System.nanoTime() + delay);
        Pending<C> added = like(key)
                .compute(key, (same, old) -> new Pending<>(cache, key, second && (old == null || old.second), due));
        if (key.isPrefix()) {
            keys.keySet().removeIf(key::covers);
        }
        return added;
    }

    /** It is confirmed. False: another one of the key came later. */
    public boolean done(Pending<C> pending) {
        return like(pending.key).remove(pending.key, pending);
    }

    /** Whether it is still to be confirmed; false: another one of the key came later, or all of its cache are deleted. */
    public boolean isPending(Pending<C> pending) {
        return pending.equals(like(pending.key).get(pending.key));
    }

    /** What is pending of a single key. */
    public @Nullable Pending<C> of(Key key) {
        return keys.get(key);
    }

    /** Whether the far cache may have a value of the key that is no longer true. */
    public boolean covers(Key key) {
        return keys.containsKey(key)
                || (!patterns.isEmpty() && patterns.keySet().stream().anyMatch(pattern -> pattern.covers(key)));
    }

    /** How many are pending. */
    public int size() {
        return keys.size() + patterns.size();
    }

    /** Whether a cache has to be cleared instead. */
    public boolean isFull() {
        return keys.size() >= 10_000;
    }

    /** What is to be repeated. */
    public Stream<Pending<C>> late() {
        return Stream.concat(patterns.values().stream(), keys.values().stream())
                .filter(pending -> System.nanoTime() - pending.due.get() >= 0);
    }
}
