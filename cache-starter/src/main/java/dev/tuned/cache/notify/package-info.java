/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How instances notify each other of changes: what a notification says, and the channels of Redis and Couchbase that carry it. Knows nothing of caches. No API.
 */
@NullMarked
package dev.tuned.cache.notify;

import org.jspecify.annotations.NullMarked;
