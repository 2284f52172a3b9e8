/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.result;

import java.util.List;

/**
 * A process against its twin: what is measured here is noise.
 *
 * @param scenario where it was measured
 * @param metric the metric
 * @param ratio the twin's value divided by the process's
 * @param ci the two ends of the 95 % interval
 * @param ok whether the twins came out as not different beyond the margin
 */
public record Control(String scenario, String metric, double ratio, List<Double> ci, boolean ok) {}
