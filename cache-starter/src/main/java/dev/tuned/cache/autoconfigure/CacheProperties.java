/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the cache starter.
 *
 * @param enabled Whether to enable the starter.
 */
@ConfigurationProperties("tuned.cache")
public record CacheProperties(@DefaultValue("true") boolean enabled) {}
