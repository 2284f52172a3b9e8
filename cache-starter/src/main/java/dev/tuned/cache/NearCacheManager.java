/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import org.springframework.cache.CacheManager;
import org.springframework.core.ParameterizedTypeReference;

/**
 * Spring's cache manager with a typed view of each region. Regions are created when they are first requested.
 * Thread-safe.
 */
public interface NearCacheManager extends CacheManager {

    /**
     * A region by the type of its values. It is also the type of the region's documents in L2, where neither {@code
     * value-type} nor an annotated method names one. Call it once, in the constructor or factory method of the bean
     * that uses the region, and keep the result.
     *
     * @param name the name of the region
     * @param type the type of the values; for one with type arguments see {@link #nearCache(String,
     *     ParameterizedTypeReference)}
     * @return the region; every call gives the same entries
     * @throws IllegalStateException if the region's values are of another type
     */
    <V> NearCache<V> nearCache(String name, Class<V> type);

    /**
     * As {@link #nearCache(String, Class)}, for types with arguments: {@code new
     * ParameterizedTypeReference<List<Product>>() {}}.
     *
     * @param name the name of the region
     * @param type the type of the values
     * @return the region; every call gives the same entries
     * @throws IllegalStateException if the region's values are of another type
     */
    <V> NearCache<V> nearCache(String name, ParameterizedTypeReference<V> type);
}
