/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Notifies other processes of changes and is notified of theirs: the interface of a channel, for applications to implement,
 * and the log in Couchbase. Calls go down to {@code store}.
 */
@NullMarked
package dev.tuned.cache.invalidation;

import org.jspecify.annotations.NullMarked;
