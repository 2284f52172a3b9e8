/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;

import dev.tuned.cache.NearCacheManager;
import dev.tuned.cache.autoconfigure.CacheProperties.Invalidation.Mode;
import dev.tuned.cache.invalidation.InvalidationChannel;

/** How other processes are told: by the application's own channel wherever there is one, unless not at all. */
final class InvalidationChoice {

    private InvalidationChoice() {}

    static void apply(
            CacheProperties.Invalidation properties,
            ObjectProvider<InvalidationChannel> channels,
            NearCacheManager.Builder manager) {
        if (properties.mode() == Mode.NONE) {
            return;
        }
        InvalidationChannel own = channels.getIfAvailable();
        if (own != null) {
            manager.channel(own);
        } else if (properties.mode() == Mode.CUSTOM) {
            throw new InvalidCacheConfigurationException(
                    "tuned.cache.invalidation.mode",
                    "custom",
                    "there is no bean of type InvalidationChannel",
                    "Declare such a bean, or set tuned.cache.invalidation.mode to couchbase or none.");
        } else {
            manager.invalidationLog(properties.settings());
        }
    }
}
