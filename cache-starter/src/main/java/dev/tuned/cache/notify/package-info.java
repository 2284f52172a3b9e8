/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How instances notify each other of changes: what a notification says, and Redis' channel that carries it. Knows nothing of caches. No API.
 */
@NullMarked
package dev.tuned.cache.notify;

import org.jspecify.annotations.NullMarked;
