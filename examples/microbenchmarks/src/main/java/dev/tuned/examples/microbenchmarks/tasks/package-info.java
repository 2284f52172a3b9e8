/* SPDX-License-Identifier: Apache-2.0 */
/** What it costs to hand a task to an executor. */
@NullMarked
package dev.tuned.examples.microbenchmarks.tasks;

import org.jspecify.annotations.NullMarked;
