/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The memory in front of Redis or Couchbase: the cache writers that Spring's caches call, the entries in memory with their versions, and the one load of
 * {@code sync = true}. Calls {@code far} and {@code notify}. No API.
 */
@NullMarked
package dev.tuned.cache.near;

import org.jspecify.annotations.NullMarked;
