/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * A region of the near cache by its values' type; the same entries as Spring's {@code Cache} of that name has.
 * Thread-safe.
 *
 * <p>Keys are strings, numbers, booleans, characters, enums, {@code UUID}s, dates and times of {@code java.time}, and
 * lists of these; a key of another type has L1 only. Values are shared by all callers: do not change them.
 *
 * @param <V> the type of the values
 */
public interface NearCache<V> {

    /**
     * The value under a key, without a loader: from L1, else from L2. A hit in L1 allocates nothing.
     *
     * @param key the key
     * @return the value, or {@code null} where there is none, also where that is cached
     * @throws L2UnavailableException if L2 did not answer and L1 has no copy that may be served
     */
    @Nullable
    V get(Object key);

    /**
     * The value under a key: from L1, else from L2, else from the loader. Concurrent misses of one key make one load.
     *
     * @param key the key
     * @param loader gives the value; {@code null} is kept for the region's negative-ttl. What it throws its callers get,
     *     unless there is a stale copy that may be served
     * @return the value, or {@code null} if the loader gave none
     */
    <K> @Nullable V getOrLoad(K key, Function<? super K, ? extends @Nullable V> loader);

    /**
     * The values under several keys; those that L1 does not have are asked of L2 together, in one round.
     *
     * @param keys the keys
     * @return the values found, in the order of the keys; a key without a value is not in it
     * @throws L2UnavailableException if L2 did not answer for a key and L1 has no copy that may be served
     */
    <K> Map<K, V> getAll(Collection<? extends K> keys);

    /**
     * As {@link #getAll(Collection)}, and what neither level has comes from one call of the loader.
     *
     * @param keys the keys
     * @param loader gets the keys that are missing, gives the values it finds; a key it leaves out is kept as {@code
     *     null} for the region's negative-ttl
     * @return the values found, in the order of the keys
     */
    <K> Map<K, V> getAllOrLoad(Collection<? extends K> keys, Function<? super Set<K>, ? extends Map<K, V>> loader);

    /**
     * Puts a value into both levels and notifies the other processes.
     *
     * @param key the key
     * @param value the value; {@code null} is kept for the region's negative-ttl
     */
    void put(Object key, @Nullable V value);

    /**
     * Removes a value from both levels and notifies the other processes.
     *
     * @param key the key
     */
    void evict(Object key);

    /** Removes every value of the region from both levels and notifies the other processes. */
    void clear();
}
