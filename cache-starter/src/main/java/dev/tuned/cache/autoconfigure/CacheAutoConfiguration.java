/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import com.github.benmanes.caffeine.cache.Caffeine;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizers;
import org.springframework.cache.CacheManager;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.json.JsonMapper;

/** Auto-configuration of the cache starter: the near cache as cache manager, where no other provider is meant. */
@AutoConfiguration(
        beforeName = {
            "org.springframework.boot.cache.autoconfigure.CachesEndpointAutoConfiguration",
            "org.springframework.boot.cache.autoconfigure.metrics.CacheMetricsAutoConfiguration"
        },
        after = org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class,
        afterName = "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration")
@ConditionalOnClass({CacheManager.class, CacheManagerCustomizers.class, Caffeine.class, JsonMapper.class})
@ConditionalOnBooleanProperty(name = "tuned.cache.enabled", matchIfMissing = true)
@Import(CacheManagerRegistrar.class)
public final class CacheAutoConfiguration {}
