/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.List;

import dev.tuned.examples.beforeafter.statistics.Claim;

/**
 * A row of the results: one side against another.
 *
 * @param name the row's scenario name
 * @param baseline the side before
 * @param candidate the side after
 * @param claims what has to come out; empty where the row is there for reference
 */
public record Comparison(String name, Side baseline, Side candidate, List<Claim> claims) {}
