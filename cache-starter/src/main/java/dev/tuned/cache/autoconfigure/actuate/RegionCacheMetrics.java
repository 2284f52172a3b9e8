/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.util.concurrent.atomic.LongAdder;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.manager.RegionCache;

/** Spring Boot's cache meters for L1, with the names that Caffeine's have. */
final class RegionCacheMetrics extends CacheMeterBinder<RegionCache> {

    private final RegionCounters counters;

    RegionCacheMetrics(RegionCache cache, Iterable<Tag> tags) {
        super(cache, cache.getName(), tags);
        this.counters = cache.region().counters();
    }

    @Override
    protected @Nullable Long size() {
        RegionCache cache = getCache();
        return (cache != null) ? cache.getNativeCache().estimatedSize() : null;
    }

    @Override
    protected long hitCount() {
        return counters.hits.sum();
    }

    @Override
    protected Long missCount() {
        return counters.misses.sum();
    }

    @Override
    protected Long evictionCount() {
        return counters.evictions.sum();
    }

    @Override
    protected long putCount() {
        return counters.puts.sum();
    }

    @Override
    protected void bindImplementationSpecificMetrics(MeterRegistry registry) {
        FunctionCounter.builder("cache.eviction.weight", counters.evictions, LongAdder::sum)
                .tags(getTagsWithCacheName())
                .description("The sum of weights of evicted entries. This total does not include manual invalidations.")
                .register(registry);
    }
}
