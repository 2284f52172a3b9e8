/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

import dev.tuned.cache.NearCacheManager;

/** Auto-configuration of the near cache's health; {@code management.health.tunedcache.enabled}. */
@AutoConfiguration(after = CacheAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean({NearCacheManager.class, NearCacheView.class})
public final class NearCacheHealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "tunedCacheHealthIndicator")
    @ConditionalOnEnabledHealthIndicator("tunedcache")
    NearCacheHealthIndicator tunedCacheHealthIndicator(NearCacheView view) {
        return new NearCacheHealthIndicator(
                () -> new NearCacheHealthIndicator.State(view.l2(), view.store(), view.invalidation(), view.warmUp()));
    }
}
