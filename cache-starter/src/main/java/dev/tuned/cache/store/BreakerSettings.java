/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.time.Duration;

/**
 * When Couchbase is left alone for a while.
 *
 * @param failureThreshold failures in a row after which Couchbase is not asked
 * @param open how long Couchbase is not asked before one operation tries again
 */
public record BreakerSettings(int failureThreshold, Duration open) {}
