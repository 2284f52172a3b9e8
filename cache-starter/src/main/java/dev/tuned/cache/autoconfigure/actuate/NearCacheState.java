/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.near.NearCache;
import dev.tuned.cache.near.NearRedis;

/** The state of the near caches as health and endpoint show it. */
final class NearCacheState {

    private NearCacheState() {}

    static List<Map<String, Object>> redis(NearManagers near) {
        List<Map<String, Object>> states = new ArrayList<>();
        for (NearRedis redis : near.redis()) {
            Map<String, Object> state = new LinkedHashMap<>();
            state.put("channel", redis.channel().isConnected() ? "connected" : "disconnected");
            state.put("reads", redis.guard().readBreaker().isOpen() ? "not asked" : "asked");
            state.put("changes", redis.guard().changeBreaker().isOpen() ? "not asked" : "asked");
            state.put("pending", redis.pending());
            state.put("entries", redis.memory().size());
            state.put("bytes", redis.memory().bytes());
            states.add(state);
        }
        return states;
    }

    static List<Map<String, Object>> caches(NearManagers near) {
        List<Map<String, Object>> states = new ArrayList<>();
        for (NearCache cache : near.caches()) {
            Map<String, Object> state = new LinkedHashMap<>();
            state.put("cacheManager", cache.manager());
            state.put("cache", cache.name());
            state.put("memory", cache.hits());
            state.put("redis", cache.farHits());
            state.put("misses", cache.misses());
            states.add(state);
        }
        return states;
    }
}
