/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.List;

import dev.tuned.bench.statistics.ClaimVerdict;

/**
 * The result of a claim.
 *
 * @param verdict confirmed if all conditions are, refuted if one is, else inconclusive
 * @param conditions its conditions
 */
public record ClaimResult(ClaimVerdict verdict, List<ConditionResult> conditions) {}
