/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.body;

import java.time.Duration;

/**
 * How slow a client may be. Only time spent waiting for it counts.
 *
 * @param bytesPerSecond on average, 0 for no minimum
 * @param grace time before the rate counts
 */
public record MinimumRate(long bytesPerSecond, Duration grace) {}
