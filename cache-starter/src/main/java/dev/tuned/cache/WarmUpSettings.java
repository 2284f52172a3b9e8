/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;

/**
 * What a warm-up may cost.
 *
 * @param maximumKeys keys read per source, 0 for no warm-up
 * @param concurrency keys loaded at the same time, over all sources, at least 1
 * @param timeout how long it goes on at most, above zero
 */
public record WarmUpSettings(int maximumKeys, int concurrency, Duration timeout) {}
