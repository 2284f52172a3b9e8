/* SPDX-License-Identifier: Apache-2.0 */
/** L2: the store behind the near cache, and Couchbase as one. */
@NullMarked
package dev.tuned.cache.store;

import org.jspecify.annotations.NullMarked;
