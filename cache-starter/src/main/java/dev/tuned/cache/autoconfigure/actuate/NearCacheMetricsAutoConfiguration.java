/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.cache.metrics.CacheMeterBinderProvider;
import org.springframework.boot.cache.metrics.CacheMetricsRegistrar;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.manager.RegionCache;
import dev.tuned.cache.manager.TunedCacheManager;

/** Auto-configuration of the near cache's meters, where Micrometer and a registry are. */
@AutoConfiguration(
        after = NearCacheAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.cache.autoconfigure.metrics.CacheMetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass({MeterRegistry.class, TunedCacheManager.class})
@ConditionalOnBean({MeterRegistry.class, TunedCacheManager.class})
public final class NearCacheMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    StoreMeters tunedCacheStoreMeters() {
        return new StoreMeters();
    }

    @Bean
    @ConditionalOnMissingBean
    NearCacheMeters tunedCacheMeters(TunedCacheManager manager) {
        return new NearCacheMeters(manager);
    }

    /** Spring Boot's cache meters for L1. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(CacheMeterBinder.class)
    static final class LocalMeters {

        @Bean
        CacheMeterBinderProvider<RegionCache> tunedCacheMeterBinderProvider() {
            return RegionCacheMetrics::new;
        }
    }

    /** Spring Boot binds its cache meters to the regions there are at the start; these are for those that come later. */
    @Bean
    SmartInitializingSingleton tunedCacheLaterRegions(
            TunedCacheManager manager, ObjectProvider<CacheMetricsRegistrar> registrar) {
        return () -> registrar.ifAvailable(each -> manager.addRegionListener(
                region -> each.bindCacheToRegistry(region, Tag.of("cache.manager", "cacheManager"))));
    }
}
