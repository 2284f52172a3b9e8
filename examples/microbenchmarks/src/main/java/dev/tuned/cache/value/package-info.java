/* SPDX-License-Identifier: Apache-2.0 */
/** Measurements of what the cache starter keeps to its own package. */
@NullMarked
package dev.tuned.cache.value;

import org.jspecify.annotations.NullMarked;
