/* SPDX-License-Identifier: Apache-2.0 */
/** Measurements of what the cache starter keeps to its own package. */
@NullMarked
package dev.tuned.cache.remote;

import org.jspecify.annotations.NullMarked;
