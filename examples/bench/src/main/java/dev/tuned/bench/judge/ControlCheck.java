/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.Control;
import dev.tuned.bench.result.Measurement;
import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.run.Plan;
import dev.tuned.bench.statistics.Interval;
import dev.tuned.bench.statistics.Metric;
import dev.tuned.bench.statistics.RatioEstimate;

import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

/**
 * Compares two variants that are started alike: the CPU time per request, as the geometric mean over the workloads of a
 * launch. A difference between them is the machine's.
 */
final class ControlCheck {

    private static final double LEAST = 0.8;
    private static final double MOST = 1.25;

    /** What two services may differ by whose launches have no common scale. */
    private static final Interval ANYTHING = new Interval(0.001, 1000);

    private ControlCheck() {}

    static @Nullable Control of(Plan plan, List<Measurement> measurements) {
        Experiment experiment = plan.experiments().get(0);
        List<Measurement> ours = withControl(experiment, experiment.ofFirstAndControl(measurements));
        // The two of one launch ran side by side, so that what hit one hit the other: the sample is their ratio.
        List<Double> ratios = ours.stream()
                .collect(groupingBy(
                        Measurement::launch,
                        TreeMap::new,
                        averagingDouble(
                                each -> each.variant().equals(experiment.controlInstance()) ? log(each) : -log(each))))
                .values()
                .stream()
                .map(mean -> Math.exp(2 * mean))
                .toList();
        if (ratios.size() < 2) {
            return null;
        }
        RatioEstimate estimate = RatioEstimate.of(Collections.nCopies(ratios.size(), 1.0), ratios, 0);
        Interval narrow = estimate.interval(0.95).orElse(ANYTHING);
        Interval wide = estimate.interval(0.99).orElse(ANYTHING);
        boolean passed = wide.contains(1) && narrow.liesWithin(LEAST, MOST);
        return new Control(
                experiment.first(),
                experiment.controlInstance(),
                ours.get(0).metrics().containsKey(Metric.CPU.key())
                        ? "CPU per request over all workloads"
                        : "requests per second over all workloads",
                estimate.ratio().orElse(estimate.typicalAfter()),
                narrow.low(),
                narrow.high(),
                wide.low(),
                wide.high(),
                passed,
                passed ? null : disturbance(ours));
    }

    /** The measurements of launches with the control instance. */
    private static List<Measurement> withControl(Experiment experiment, List<Measurement> both) {
        Set<Integer> launches = both.stream()
                .filter(each -> each.variant().equals(experiment.controlInstance()))
                .map(Measurement::launch)
                .collect(toSet());
        return both.stream().filter(each -> launches.contains(each.launch())).toList();
    }

    private static double log(Measurement measurement) {
        // A service whose process is not known has its answers only.
        return Math.log(measurement
                .metrics()
                .getOrDefault(Metric.CPU.key(), measurement.metrics().getOrDefault(Metric.RATE.key(), 1.0)));
    }

    /** The largest disturbance of the measurements. */
    private static String disturbance(List<Measurement> measurements) {
        Measurement busiest = measurements.stream()
                .max(Comparator.comparingDouble(Measurement::othersCoreShare))
                .orElseThrow();
        Measurement stalled = measurements.stream()
                .max(Comparator.comparingDouble(Measurement::clientStallMs))
                .orElseThrow();
        return String.format(
                Locale.ROOT,
                "other processes used up to %.2f of a core (%s), the load client was stalled for up to %.0f ms (%s)",
                busiest.othersCoreShare(),
                place(busiest),
                stalled.clientStallMs(),
                place(stalled));
    }

    private static String place(Measurement measurement) {
        return measurement.variant() + ", launch " + measurement.launch() + ", " + measurement.workload();
    }
}
