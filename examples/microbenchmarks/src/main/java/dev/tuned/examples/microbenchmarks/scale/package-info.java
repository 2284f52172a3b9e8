/* SPDX-License-Identifier: Apache-2.0 */
/** How far the invalidation log on Couchbase scales: a model, a simulation, and as many real nodes as one machine holds. */
@NullMarked
package dev.tuned.examples.microbenchmarks.scale;

import org.jspecify.annotations.NullMarked;
