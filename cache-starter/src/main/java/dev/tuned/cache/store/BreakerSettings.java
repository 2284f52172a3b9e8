/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.time.Duration;

/**
 * When the store is left alone.
 *
 * @param failureThreshold failures in a row after which nothing is asked, at least 1
 * @param open how long nothing is asked before one operation tries again
 */
public record BreakerSettings(int failureThreshold, Duration open) {}
