/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.region.Region.Miss;

/**
 * A region as one invocation of a {@code @Cacheable} method sees it: it asks, misses, and puts what the method returned.
 * That put is a load, which changes nothing and is not reported, and a change in between wins over it. A put without
 * a miss before it is one of the application's. For one invocation; thread-safe.
 */
public final class CacheableView extends RegionCache {

    private volatile @Nullable Miss miss;

    public CacheableView(RegionCache cache) {
        super(cache);
    }

    @Override
    Miss missed(Object key) {
        Miss missed = region().miss(key);
        miss = missed;
        return missed;
    }

    @Override
    public void put(Object key, @Nullable Object value) {
        Miss missed = miss;
        if (missed != null && missed.key().equals(key)) {
            region().keep(missed, fromStoreValue(value));
        } else {
            super.put(key, value);
        }
    }
}
