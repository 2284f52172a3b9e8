/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.Map;

/**
 * Settings of all near caches of an application.
 *
 * @param ttl how long an entry is served from memory at most
 * @param ttlOf the same of single caches by name
 * @param memory bytes of all entries in memory
 * @param hardTimeout how long Redis is waited for
 * @param unconnectedTtl how old an entry may be while this instance cannot be notified
 * @param channel the name of Redis' channel
 */
public record NearSettings(
        Duration ttl,
        Map<String, Duration> ttlOf,
        long memory,
        Duration hardTimeout,
        Duration unconnectedTtl,
        String channel) {

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if one cannot work, with its property
     */
    public NearSettings {
        check(isPositive(ttl), "tuned.cache.ttl", "longer than 0");
        ttlOf.forEach((cache, of) -> check(isPositive(of), "tuned.cache.ttl-of." + cache, "longer than 0"));
        check(memory > 0, "tuned.cache.memory", "more than 0");
        check(isPositive(hardTimeout), "tuned.cache.hard-timeout", "longer than 0");
        check(!unconnectedTtl.isNegative(), "tuned.cache.unconnected-ttl", "0 or longer");
        check(!channel.isBlank(), "tuned.cache.channel", "a name");
        ttlOf = Map.copyOf(ttlOf);
    }

    private static boolean isPositive(Duration duration) {
        return !duration.isZero() && !duration.isNegative();
    }

    private static void check(boolean valid, String property, String what) {
        if (!valid) {
            throw new IllegalArgumentException("'" + property + "' has to be " + what);
        }
    }
}
