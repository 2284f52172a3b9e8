/* SPDX-License-Identifier: Apache-2.0 */
/**
 * L2 of one region: documents, their keys and how values become JSON and back. Calls go down to {@code store}. Knows
 * nothing of L1. No API: its types may change with any release.
 */
@NullMarked
package dev.tuned.cache.remote;

import org.jspecify.annotations.NullMarked;
