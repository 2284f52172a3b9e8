/* SPDX-License-Identifier: Apache-2.0 */
/** Tells the near caches of other processes what was changed here, and this one what was changed there. */
@NullMarked
package dev.tuned.cache.invalidation;

import org.jspecify.annotations.NullMarked;
