/* SPDX-License-Identifier: Apache-2.0 */
/**
 * L2 of one region: documents, their keys, and the generation that a clear ends. Calls go down to {@code store} and {@code value}, and
 * to {@code invalidation} with changes that L2 has late. Of L1 it knows the TTL alone. No API: its types may change with any release.
 */
@NullMarked
package dev.tuned.cache.remote;

import org.jspecify.annotations.NullMarked;
