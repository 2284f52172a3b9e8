/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.util.List;
import java.util.Map;

import dev.tuned.bench.result.Measurement;

import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.groupingBy;

/**
 * The speed of the machine during each launch: a shared machine may be half as fast in one minute as in the next, for
 * all variants alike. The values of a launch are divided by those of a reference that ran side by side with it.
 *
 * <p>The reference is a variant together with its control instance: so both of them and the variants compared with them
 * stay independent, as Welch's test requires, since the geometric mean of two values says nothing about which of them
 * is larger.
 */
final class Reference {

    /** The mean of the logarithms by workload, metric and launch, and by workload and metric. */
    private final Map<List<Object>, Double> launches;

    private final Map<List<Object>, Double> all;

    private record Value(String workload, String metric, int launch, double logarithm) {}

    /** A zero makes a mean infinite, and then nothing is adjusted. */
    private Reference(List<Value> values) {
        launches = values.stream()
                .collect(groupingBy(
                        each -> List.of(each.workload(), each.metric(), each.launch()),
                        averagingDouble(Value::logarithm)));
        all = values.stream()
                .collect(
                        groupingBy(each -> List.of(each.workload(), each.metric()), averagingDouble(Value::logarithm)));
    }

    /** The reference that an experiment's first variant and its control instance make. */
    static Reference of(List<Measurement> measurements) {
        return new Reference(measurements.stream()
                .flatMap(each -> each.metrics().entrySet().stream()
                        .map(metric -> new Value(
                                each.workload(), metric.getKey(), each.launch(), Math.log(metric.getValue()))))
                .toList());
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
