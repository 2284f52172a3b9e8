/* SPDX-License-Identifier: Apache-2.0 */
/** Paired ratios, their intervals, and the verdicts drawn from them. */
@NullMarked
package dev.tuned.examples.beforeafter.statistics;

import org.jspecify.annotations.NullMarked;
