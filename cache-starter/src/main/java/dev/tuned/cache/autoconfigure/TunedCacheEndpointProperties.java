/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.Set;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the endpoint.
 *
 * @param showKeys When to show the hottest keys themselves, which may be personal data.
 * @param roles Roles used to determine whether a user is authorized to be shown keys. When empty, all authenticated users are authorized.
 */
@ConfigurationProperties("management.endpoint.tunedcache")
public record TunedCacheEndpointProperties(
        @DefaultValue("never") Show showKeys, @DefaultValue Set<String> roles) {}
