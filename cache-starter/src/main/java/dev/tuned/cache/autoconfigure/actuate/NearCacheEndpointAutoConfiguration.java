/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration;
import dev.tuned.cache.manager.TunedCacheManager;

/** Auto-configuration of the actuator's view of the near cache, for whoever exposes the endpoint {@code tunedcache}. */
@AutoConfiguration(after = NearCacheAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(TunedCacheManager.class)
@ConditionalOnAvailableEndpoint(TunedCacheEndpoint.class)
@Import(NearCacheReportConfiguration.class)
public final class NearCacheEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    TunedCacheEndpoint tunedCacheEndpoint(NearCacheReport view) {
        return new TunedCacheEndpoint(view);
    }
}
