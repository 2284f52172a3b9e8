/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationStyle;

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

    private static final String PREFIX = "tuned.threads.pinning.";

    /**
     * @throws InvalidThreadsConfigurationException if a time is not above 0 or fewer than one frame is asked for
     */
    public PinningProperties {
        requirePositive(
                "threshold", threshold, "Write the shortest time of a pinned thread that counts, such as 20ms.");
        requirePositive(
                "log-interval",
                logInterval,
                "Write the time for which the same place is not logged again, such as 1m, or set " + PREFIX
                        + "log=false to log nothing.");
        if (maxFrames < 1) {
            throw new InvalidThreadsConfigurationException(
                    PREFIX + "max-frames",
                    String.valueOf(maxFrames),
                    "is below 1",
                    "Write the number of stack frames to log, such as 8.");
        }
    }

    private static void requirePositive(String name, Duration value, String action) {
        if (value.isNegative() || value.isZero()) {
            throw new InvalidThreadsConfigurationException(
                    PREFIX + name, DurationStyle.SIMPLE.print(value), "is not above 0", action);
        }
    }
}
