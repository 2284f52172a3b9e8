/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.time.Duration;
import java.util.List;

/**
 * What a run does.
 *
 * @param experiments one after the other; the first has the A/A control
 * @param launches how many launches there are of each variant
 * @param time as long as another launch of the last experiment fits into this, there is one more, whatever was measured so
 *     far; zero for none
 * @param readyPath the path that a service answers with status 200 when it is ready; empty where any answer will do
 */
public record Plan(List<Experiment> experiments, int launches, Duration time, String readyPath) {}
