/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.result;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.statistics.Verdict;

/** Draws the verdict on a scenario from its metrics, and on a run from its scenarios. */
public final class Outcome {

    public static final String PROVEN = "proven";
    public static final String WORSE = "worse";
    public static final String VOID = "void";
    public static final String INCONCLUSIVE = "inconclusive";
    public static final String REFERENCE = "reference";

    /** A side that nothing is claimed of gave no right answer; the others were measured without it. */
    public static final String FAILED = "failed";

    private Outcome() {}

    /** The verdict on a scenario that ran without a problem. */
    public static String ofScenario(List<MetricResult> metrics) {
        boolean claimed = false;
        boolean met = true;
        for (MetricResult metric : metrics) {
            if (metric.claim() != null) {
                claimed = true;
                met &= Boolean.TRUE.equals(metric.met());
                if (metric.verdict().equals(Verdict.WORSE.label())) {
                    return WORSE;
                }
            }
        }
        if (!claimed) {
            return REFERENCE;
        }
        return met ? PROVEN : INCONCLUSIVE;
    }

    /**
     * The verdict on a run: the worst of its scenarios. A run that was not finished, whose control found a difference
     * between twins, or that claimed nothing, proves nothing.
     */
    public static String ofRun(boolean finished, @Nullable Control control, List<ScenarioResult> scenarios) {
        List<String> verdicts = scenarios.stream().map(ScenarioResult::verdict).toList();
        if (verdicts.contains(WORSE)) {
            return WORSE;
        }
        if (verdicts.contains(VOID)) {
            return VOID;
        }
        boolean controlled = control != null && control.ok();
        return finished && controlled && !verdicts.contains(INCONCLUSIVE) && verdicts.contains(PROVEN)
                ? PROVEN
                : INCONCLUSIVE;
    }

    /** The exit code of a run: 0 proven, 1 something worse, 2 void or inconclusive. */
    public static int exitCode(String verdict) {
        return switch (verdict) {
            case PROVEN -> 0;
            case WORSE -> 1;
            default -> 2;
        };
    }
}
