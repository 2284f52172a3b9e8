/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The store behind the memory, which may be slow or away: the hard time-out with its circuit breakers, deletes that are still to be confirmed,
 * and what was written lately. Calls {@code notify}. No API.
 */
@NullMarked
package dev.tuned.cache.far;

import org.jspecify.annotations.NullMarked;
