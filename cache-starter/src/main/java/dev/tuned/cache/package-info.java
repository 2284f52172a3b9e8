/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What applications use: the typed view of a region, the cache manager that gives it, and the settings of a region. A near cache
 * for Spring's cache abstraction, with Caffeine in the process (L1) and Couchbase behind it (L2).
 */
@NullMarked
package dev.tuned.cache;

import org.jspecify.annotations.NullMarked;
