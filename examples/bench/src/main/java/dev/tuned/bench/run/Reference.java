/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.tuned.bench.result.Measurement;

/**
 * The speed of the machine during each launch: a shared machine may be half as fast in one minute as in the next, for
 * all variants alike. The values of a launch are divided by those of a reference that ran side by side with it.
 *
 * <p>The reference is a variant together with its control instance: so both of them and the variants compared with them
 * stay independent, as Welch's test requires, since the geometric mean of two values says nothing about which of them
 * is larger.
 */
final class Reference {

    /** The mean of the logarithms by workload, metric and launch, and the sum that it is the mean of. */
    private final Map<List<Object>, Double> launches = new HashMap<>();

    private final Map<List<Object>, Double> all = new HashMap<>();

    private Reference() {}

    /** The reference that an experiment's first variant and its control instance make. */
    static Reference of(List<Measurement> measurements) {
        Reference reference = new Reference();
        Map<List<Object>, double[]> sums = new HashMap<>();
        Map<List<Object>, double[]> totals = new HashMap<>();
        for (Measurement measurement : measurements) {
            measurement.metrics().forEach((metric, value) -> {
                add(sums, List.of(measurement.workload(), metric, measurement.launch()), value);
                add(totals, List.of(measurement.workload(), metric), value);
            });
        }
        sums.forEach((key, sum) -> reference.launches.put(key, sum[0] / sum[1]));
        totals.forEach((key, sum) -> reference.all.put(key, sum[0] / sum[1]));
        return reference;
    }

    /** A zero makes the mean infinite, and then nothing is adjusted. */
    private static void add(Map<List<Object>, double[]> sums, List<Object> key, double value) {
        double[] sum = sums.computeIfAbsent(key, ignored -> new double[2]);
        sum[0] += Math.log(value);
        sum[1]++;
    }

    /**
     * The value of a metric as it would have been had the machine been as it was on average; as it is without a
     * reference.
     */
    double adjusted(Measurement measurement, String metric) {
        double value = measurement.metrics().getOrDefault(metric, 0.0);
        Double launch = launches.get(List.of(measurement.workload(), metric, measurement.launch()));
        Double average = all.get(List.of(measurement.workload(), metric));
        return launch == null || average == null || !Double.isFinite(launch) || !Double.isFinite(average)
                ? value
                : value * Math.exp(average - launch);
    }
}
