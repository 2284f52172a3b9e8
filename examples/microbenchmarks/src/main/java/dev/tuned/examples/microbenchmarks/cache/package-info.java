/* SPDX-License-Identifier: Apache-2.0 */
/** The near cache beside others that do the same job. */
@NullMarked
package dev.tuned.examples.microbenchmarks.cache;

import org.jspecify.annotations.NullMarked;
