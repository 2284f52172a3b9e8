/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What {@link UploadEngine} works by.
 *
 * @param limits bounds of each body, unless a handler has {@link UploadLimits} of its own
 * @param threshold bytes up to which a file stays in memory
 * @param memoryBudget bytes that all uploads together may keep in memory
 * @param bufferSize bytes of a parser's buffer
 * @param pace how slow a client may be
 * @param linger how much of a refused body is read so that its sender gets to the answer
 * @param minFreeSpace bytes that have to stay free where parts are stored, 0 for no floor
 * @param eager whether the body is read before a handler is looked for
 */
public record UploadSettings(
        ParserLimits limits,
        int threshold,
        long memoryBudget,
        int bufferSize,
        Pace pace,
        Linger linger,
        long minFreeSpace,
        boolean eager) {

    /**
     * How slow a client may be. Only time spent waiting for it counts.
     *
     * @param minRate bytes per second on average, 0 for no least rate
     * @param grace time before the rate counts
     * @param timeout time for the whole body, or null
     */
    public record Pace(
            long minRate, Duration grace, @Nullable Duration timeout) {}

    /**
     * How much of a refused body is read.
     *
     * @param maxSize bytes
     * @param maxTime time
     */
    public record Linger(long maxSize, Duration maxTime) {}
}
