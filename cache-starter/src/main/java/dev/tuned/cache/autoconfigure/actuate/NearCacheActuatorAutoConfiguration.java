/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.autoconfigure.NearManagers;

/** Auto-configuration of meters and health, where there are near caches. */
@AutoConfiguration(after = NearCacheAutoConfiguration.class)
@ConditionalOnBean(value = NearManagers.class, search = SearchStrategy.CURRENT)
public final class NearCacheActuatorAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Meters {

        @Bean
        NearCacheMeters tunedCacheMeters(NearManagers near) {
            return new NearCacheMeters(near);
        }
    }

    /** {@code management.health.tunedcache.enabled}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    static class Health {

        @Bean
        @ConditionalOnMissingBean(name = "tunedCacheHealthIndicator")
        @ConditionalOnEnabledHealthIndicator("tunedcache")
        NearCacheHealthIndicator tunedCacheHealthIndicator(NearManagers near) {
            return new NearCacheHealthIndicator(near);
        }
    }
}
