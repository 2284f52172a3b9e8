/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RegionStatistics;
import dev.tuned.cache.manager.RegionCache;

/** Spring Boot's cache meters for L1, with the names that Caffeine's have. */
final class RegionCacheMetrics extends CacheMeterBinder<RegionCache> {

    RegionCacheMetrics(RegionCache cache, Iterable<Tag> tags) {
        super(cache, cache.getName(), tags);
    }

    private @Nullable RegionStatistics statistics() {
        RegionCache cache = getCache();
        return (cache != null) ? cache.statistics() : null;
    }

    @Override
    protected @Nullable Long size() {
        RegionStatistics now = statistics();
        return (now != null) ? now.size() : null;
    }

    @Override
    protected long hitCount() {
        RegionStatistics now = statistics();
        return (now != null) ? now.hits() : 0;
    }

    @Override
    protected @Nullable Long missCount() {
        RegionStatistics now = statistics();
        return (now != null) ? now.misses() : null;
    }

    @Override
    protected @Nullable Long evictionCount() {
        RegionStatistics now = statistics();
        return (now != null) ? now.evictions() : null;
    }

    @Override
    protected long putCount() {
        RegionStatistics now = statistics();
        return (now != null) ? now.puts() : 0;
    }

    @Override
    protected void bindImplementationSpecificMetrics(MeterRegistry registry) {
        RegionCache cache = getCache();
        if (cache != null) {
            FunctionCounter.builder(
                            "cache.eviction.weight",
                            cache,
                            it -> it.statistics().evictions())
                    .tags(getTagsWithCacheName())
                    .description(
                            "The sum of weights of evicted entries. This total does not include manual invalidations.")
                    .register(registry);
        }
    }
}
