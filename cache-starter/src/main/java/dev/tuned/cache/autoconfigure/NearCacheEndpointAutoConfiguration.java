/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the actuator's view of the near cache, for whoever exposes the endpoint {@code tunedcache}. */
@AutoConfiguration(after = CacheAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(NearCacheView.class)
@ConditionalOnAvailableEndpoint(TunedCacheEndpoint.class)
@EnableConfigurationProperties(TunedCacheEndpointProperties.class)
public final class NearCacheEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    TunedCacheEndpoint tunedCacheEndpoint(NearCacheView view, TunedCacheEndpointProperties properties) {
        return new TunedCacheEndpoint(view, properties.showKeys());
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(TunedCacheEndpoint.class)
    @ConditionalOnAvailableEndpoint(endpoint = TunedCacheEndpoint.class, exposure = EndpointExposure.WEB)
    TunedCacheEndpointWebExtension tunedCacheEndpointWebExtension(
            TunedCacheEndpoint endpoint, TunedCacheEndpointProperties properties) {
        return new TunedCacheEndpointWebExtension(endpoint, properties.showKeys(), properties.roles());
    }
}
