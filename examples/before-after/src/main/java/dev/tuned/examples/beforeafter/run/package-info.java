/* SPDX-License-Identifier: Apache-2.0 */
/** Runs a plan: starts the variants, checks answers, warms up, measures rounds, evaluates. */
@NullMarked
package dev.tuned.examples.beforeafter.run;

import org.jspecify.annotations.NullMarked;
