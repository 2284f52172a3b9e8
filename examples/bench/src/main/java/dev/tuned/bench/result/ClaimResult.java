/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.List;

/**
 * What came of a claim.
 *
 * @param verdict {@code confirmed} if all conditions are, {@code refuted} if one is, else {@code inconclusive}
 * @param conditions its conditions
 */
public record ClaimResult(String verdict, List<ConditionResult> conditions) {}
