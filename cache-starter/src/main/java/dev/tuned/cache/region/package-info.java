/* SPDX-License-Identifier: Apache-2.0 */
/**
 * One region at work: reads, loads with one flight per key, reloads in the background, and writes. Calls go down to L1 in
 * {@code local} and L2 in {@code remote}. No API: its types may change with any release.
 */
@NullMarked
package dev.tuned.cache.region;

import org.jspecify.annotations.NullMarked;
