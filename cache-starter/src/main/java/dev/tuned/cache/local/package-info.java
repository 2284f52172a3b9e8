/* SPDX-License-Identifier: Apache-2.0 */
/**
 * L1: the entries of one region in this process, on Caffeine, and what keeps a load from putting back what was changed
 * meanwhile. Knows nothing of L2. No API: its types may change with any release.
 */
@NullMarked
package dev.tuned.cache.local;

import org.jspecify.annotations.NullMarked;
