/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.statistics;

/**
 * How the value after relates to the value before.
 *
 * @param ratio after divided by before: the geometric mean over the pairs
 * @param interval the 95 % interval of {@code ratio}
 * @param pairs the number of paired rounds behind it
 */
public record RatioEstimate(double ratio, Interval interval, int pairs) {}
