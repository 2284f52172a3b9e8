/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

import dev.tuned.cache.autoconfigure.CacheEngine;
import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.RemoteLocation;
import dev.tuned.cache.manager.TunedCacheManager;

/** Auto-configuration of the near cache's health; {@code management.health.tunedcache.enabled}. */
@AutoConfiguration(after = NearCacheAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(name = RemoteLocation.BEAN, search = SearchStrategy.CURRENT)
public final class NearCacheHealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "tunedCacheHealthIndicator")
    @ConditionalOnEnabledHealthIndicator("tunedcache")
    NearCacheHealthIndicator tunedCacheHealthIndicator(
            CacheEngine tunedCacheEngine, RemoteLocation tunedCacheRemoteLocation) {
        return new NearCacheHealthIndicator(
                tunedCacheRemoteLocation.description(),
                () -> of(tunedCacheEngine, TunedCacheManager::storeState),
                () -> of(tunedCacheEngine, TunedCacheManager::invalidationStatistics));
    }

    private static <T> @Nullable T of(CacheEngine engine, Function<TunedCacheManager, @Nullable T> state) {
        TunedCacheManager manager = engine.ifUsed();
        return (manager != null) ? state.apply(manager) : null;
    }
}
