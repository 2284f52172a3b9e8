/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.cache.metrics.CacheMeterBinderProvider;
import org.springframework.boot.cache.metrics.CacheMetricsRegistrar;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

import dev.tuned.cache.autoconfigure.CacheEngine;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.RemoteLocation;
import dev.tuned.cache.manager.RegionCache;

/** Auto-configuration of the near cache's meters, where Micrometer is. */
@AutoConfiguration(after = NearCacheAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(name = RemoteLocation.BEAN, search = SearchStrategy.CURRENT)
public final class NearCacheMetricsAutoConfiguration {

    @Bean
    StoreMeters tunedCacheStoreMeters() {
        return new StoreMeters();
    }

    /** Not lazy: Spring Boot binds its own meters to the regions that exist by then, and later ones are bound here. */
    @Bean
    @Lazy(false)
    NearCacheMeters tunedCacheMeters(
            CacheEngine tunedCacheEngine, ObjectProvider<CacheMetricsRegistrar> cacheMetricsRegistrar) {
        CacheMetricsRegistrar registrar = cacheMetricsRegistrar.getIfAvailable();
        if (registrar != null) {
            tunedCacheEngine.whenUsed(manager -> manager.addRegionListener(
                    region -> registrar.bindCacheToRegistry(region, Tag.of("cache.manager", "cacheManager"))));
        }
        return new NearCacheMeters(tunedCacheEngine::whenUsed);
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
}
