/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When Couchbase is left alone for a while.
 *
 * @param failureThreshold Failures in a row after which Couchbase is not asked.
 * @param open How long Couchbase is not asked before one operation tries again.
 */
public record BreakerSettings(
        @DefaultValue("20") Integer failureThreshold,
        @DefaultValue("1s") Duration open) {

    /** What holds where no property says anything. */
    public static final BreakerSettings DEFAULTS = new BreakerSettings(20, Duration.ofSeconds(1));
}
