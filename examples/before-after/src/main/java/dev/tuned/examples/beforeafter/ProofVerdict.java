/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.util.stream.Collectors;

import dev.tuned.bench.judge.Claims;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.RowResult;
import dev.tuned.bench.run.Plan;

/** The verdict on a run of rows and workloads. */
final class ProofVerdict {

    private ProofVerdict() {}

    /** The results with the verdict: the first of rows and workloads that did not go well decides. */
    static Results on(Results results, Plan plan, Claims claims) {
        Outcome outcome = outcome(results);
        if (results.measurements().isEmpty()) {
            return results.judged(outcome, sentence(results));
        }
        Results measured = claims.judge(plan, results);
        if (results.rows().isEmpty()) {
            return measured;
        }
        boolean rowsDecide = outcome.exitCode() != 0 || measured.outcome().exitCode() == 0;
        return measured.judged(
                rowsDecide ? outcome : measured.outcome(), sentence(results) + "; " + measured.sentence());
    }

    private static Outcome outcome(Results results) {
        if (results.problem() != null) {
            return Outcome.INVALID;
        }
        if (!results.rows().stream().allMatch(RowResult::held)) {
            return Outcome.REFUTED;
        }
        return results.rows().stream().anyMatch(RowResult::beyondProperties) ? Outcome.CONFIRMED : Outcome.INCONCLUSIVE;
    }

    private static String sentence(Results results) {
        if (results.problem() != null) {
            return "invalid run: " + results.problem();
        }
        String others = results.rows().stream()
                .filter(row -> !row.beyondProperties())
                .map(row -> row.name() + " " + row.verdict())
                .collect(Collectors.joining("; "));
        long beyond =
                results.rows().stream().filter(RowResult::beyondProperties).count();
        return "%d of %d rows held%s%s"
                .formatted(
                        beyond,
                        results.rows().size(),
                        beyond == 0 ? "" : ", and by no property",
                        others.isEmpty() ? "" : "; " + others);
    }
}
