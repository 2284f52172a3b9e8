/* SPDX-License-Identifier: Apache-2.0 */
/** A near cache for Spring's cache abstraction: Caffeine in the process (L1), Couchbase behind it (L2). */
@NullMarked
package dev.tuned.cache;

import org.jspecify.annotations.NullMarked;
