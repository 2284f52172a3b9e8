/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The cache manager, and a region as Spring's {@code Cache} and as {@code NearCache}. Calls go down to {@code region},
 * which does the work. No API: its types may change with any release.
 */
@NullMarked
package dev.tuned.cache.manager;

import org.jspecify.annotations.NullMarked;
