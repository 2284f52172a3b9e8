/* SPDX-License-Identifier: Apache-2.0 */
/** Spring's Redis cache with and without a memory in front of it. */
@NullMarked
package dev.tuned.examples.microbenchmarks.cache;

import org.jspecify.annotations.NullMarked;
