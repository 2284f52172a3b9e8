/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/** Over HTTP, who asks decides whether {@code when-authorized} shows keys. Thread-safe. */
@EndpointWebExtension(endpoint = TunedCacheEndpoint.class)
public final class TunedCacheEndpointWebExtension {

    private final TunedCacheEndpoint endpoint;
    private final Show showKeys;
    private final Set<String> roles;

    TunedCacheEndpointWebExtension(TunedCacheEndpoint endpoint, Show showKeys, Set<String> roles) {
        this.endpoint = endpoint;
        this.showKeys = showKeys;
        this.roles = roles;
    }

    /** Everything. */
    @ReadOperation
    public TunedCacheEndpoint.Report report(SecurityContext securityContext) {
        return endpoint.report(showKeys.isShown(securityContext, roles));
    }

    /** One region, or {@code null} if there is none of that name. */
    @ReadOperation
    public TunedCacheEndpoint.@Nullable RegionReport region(SecurityContext securityContext, @Selector String name) {
        return endpoint.region(name, showKeys.isShown(securityContext, roles));
    }
}
