/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.util.Map;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.near.NearRedis;

/** Always up: an application that serves without Redis is not to be restarted because of it. The details say how Redis is doing. */
final class NearCacheHealthIndicator extends AbstractHealthIndicator {

    private final NearManagers near;

    NearCacheHealthIndicator(NearManagers near) {
        super("The state of the near caches is not known");
        this.near = near;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        builder.up()
                .withDetail(
                        "redis",
                        near.redis().stream()
                                .map(NearCacheHealthIndicator::details)
                                .toList());
    }

    private static Map<String, Object> details(NearRedis redis) {
        return Map.of(
                "channelConnected",
                redis.channel().isConnected(),
                "readsAllowed",
                !redis.guard().readBreaker().isOpen(),
                "changesAllowed",
                !redis.guard().changeBreaker().isOpen(),
                "pending",
                redis.pending());
    }
}
