/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the monitor of virtual threads that pin their carrier. Immutable.
 *
 * @param enabled When to watch: auto while some target runs on virtual threads.
 * @param threshold Shortest time of a pinned thread that counts.
 * @param log Whether to log where a thread was pinned.
 * @param logInterval Time for which the same place is not logged again.
 * @param maxFrames Most stack frames of a place that are logged.
 */
public record PinningProperties(
        @DefaultValue("auto") Enabled enabled,
        @DefaultValue("20ms") Duration threshold,
        @DefaultValue("true") boolean log,
        @DefaultValue("1m") Duration logInterval,
        @DefaultValue("8") int maxFrames) {

    /** When to watch. */
    public enum Enabled {
        /** While some target runs on virtual threads. */
        AUTO,
        /** Always, where Java has virtual threads. */
        TRUE,
        /** Never. */
        FALSE
    }
}
