/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

import dev.tuned.cache.autoconfigure.NearManagers;

/** Shows the near caches and the state of the Redis behind them. */
@Endpoint(id = "tunedcache")
final class TunedCacheEndpoint {

    private final NearManagers near;

    TunedCacheEndpoint(NearManagers near) {
        this.near = near;
    }

    /** The state now. */
    @ReadOperation
    public Map<String, Object> state() {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("caches", NearCacheState.caches(near));
        state.put("redis", NearCacheState.redis(near));
        return state;
    }
}
