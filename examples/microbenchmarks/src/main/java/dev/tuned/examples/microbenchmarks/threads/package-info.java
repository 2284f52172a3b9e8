/* SPDX-License-Identifier: Apache-2.0 */
/** What watching threads and bounding requests costs. */
@NullMarked
package dev.tuned.examples.microbenchmarks.threads;

import org.jspecify.annotations.NullMarked;
