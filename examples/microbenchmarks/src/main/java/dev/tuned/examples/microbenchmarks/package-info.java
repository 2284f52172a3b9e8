/* SPDX-License-Identifier: Apache-2.0 */
/** Microbenchmarks of the starters' own code against the parts it stands beside. */
@NullMarked
package dev.tuned.examples.microbenchmarks;

import org.jspecify.annotations.NullMarked;
