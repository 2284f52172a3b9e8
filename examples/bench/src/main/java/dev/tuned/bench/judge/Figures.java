/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.Control;
import dev.tuned.bench.result.Measurement;
import dev.tuned.bench.run.Plan;

/**
 * What both policies judge by.
 *
 * @param control the control instance, or {@code null} where there is none
 * @param comparisons one for each comparison of the plan that was measured
 */
record Figures(@Nullable Control control, List<MeasuredComparison> comparisons) {

    static Figures of(Plan plan, List<Measurement> measurements) {
        Control control = ControlCheck.of(plan, measurements);
        return new Figures(
                control,
                plan.experiments().stream()
                        .flatMap(experiment -> {
                            Reference reference = Reference.of(experiment.ofFirstAndControl(measurements));
                            return experiment.comparisons().stream()
                                    .map(comparison -> new MeasuredComparison(
                                            experiment, comparison, measurements, reference, control));
                        })
                        .filter(MeasuredComparison::isMeasured)
                        .toList());
    }
}
