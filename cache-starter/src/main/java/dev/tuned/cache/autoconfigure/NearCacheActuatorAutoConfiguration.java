/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.Map;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.check.SpringBoot3;

/** Auto-configuration of meters and health, where there are near caches. */
@AutoConfiguration(after = NearCacheAutoConfiguration.class)
@ConditionalOnMissingClass(SpringBoot3.ONLY_THERE)
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
    static class Contributor {

        /** Always up: an application that serves without its far cache is not to be restarted because of it. The details say how that is doing. */
        @Bean
        @ConditionalOnMissingBean(name = "tunedCacheHealthIndicator")
        @ConditionalOnEnabledHealthIndicator("tunedcache")
        HealthIndicator tunedCacheHealthIndicator(NearManagers near) {
            return () -> Health.up()
                    .withDetail(
                            "stores",
                            near.stores().stream()
                                    .map(store -> Map.of(
                                            "name",
                                            store.name(),
                                            "channelConnected",
                                            store.channel().isConnected() || !near.isUsed(),
                                            "readsAllowed",
                                            !store.reads().isOpen(),
                                            "changesAllowed",
                                            !store.changes().isOpen(),
                                            "pending",
                                            store.pending()))
                                    .toList())
                    .build();
        }
    }
}
