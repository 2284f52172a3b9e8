/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the starter knows of annotated methods: which of them use the near cache, the types of their values, and which load
 * once for concurrent misses. Calls nothing of the starter.
 */
@NullMarked
package dev.tuned.cache.autoconfigure.annotated;

import org.jspecify.annotations.NullMarked;
