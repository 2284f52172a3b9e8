/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the other processes are notified of changes.
 *
 * @param mode Through Couchbase, or not at all. A bean of type InvalidationChannel takes Couchbase's place.
 * @param poll How often a process looks for what others changed.
 * @param retention How long a change can be read by the other processes.
 * @param gapGrace How long a change that was announced may be missing before it counts as lost.
 * @param batchWindow How long changes are gathered before they are sent together; zero sends each at once.
 */
public record LogSettings(
        @DefaultValue("couchbase") Mode mode,
        @DefaultValue("500ms") Duration poll,
        @DefaultValue("5m") Duration retention,
        @DefaultValue("2s") Duration gapGrace,
        @DefaultValue("10ms") Duration batchWindow) {

    /** What holds where no property says anything. */
    public static final LogSettings DEFAULTS =
            of(Duration.ofMillis(500), Duration.ofMinutes(5), Duration.ofSeconds(2), Duration.ofMillis(10));

    /** Ways to notify other processes. */
    public enum Mode {

        /** A log of short-lived documents in the bucket; nothing where there is no bucket. */
        COUCHBASE,

        /** Other processes see a change when the TTL of their entry ends. */
        NONE
    }

    /** Through Couchbase. */
    public static LogSettings of(Duration poll, Duration retention, Duration gapGrace, Duration batchWindow) {
        return new LogSettings(Mode.COUCHBASE, poll, retention, gapGrace, batchWindow);
    }
}
