/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** Auto-configuration of the cache starter. */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "tuned.cache.enabled", matchIfMissing = true)
@EnableConfigurationProperties(CacheProperties.class)
public final class CacheAutoConfiguration {}
