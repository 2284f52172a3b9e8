/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.compare;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.tuned.examples.beforeafter.result.ComparisonResult;
import dev.tuned.examples.beforeafter.result.MetricResult;
import dev.tuned.examples.beforeafter.statistics.Metric;

/**
 * What became of a metric.
 *
 * @param metric the metric
 * @param verdict the verdict
 */
public record Judgement(MetricResult metric, Verdict verdict) {

    /** The verdict on a metric. */
    public enum Verdict {
        BETTER,
        WORSE,
        EQUIVALENT,
        NOT_SHOWN;

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * When a difference counts.
     *
     * @param margin the factor below which two values are equivalent
     * @param smallest differences in the metric's unit below this one are nobody's concern
     */
    private record Policy(double margin, double smallest) {}

    private static final Map<String, Policy> POLICIES = Map.of(
            Metric.CPU.key(), new Policy(1.1, 2),
            Metric.ALLOCATED.key(), new Policy(1.05, 256),
            Metric.WRITTEN.key(), new Policy(1.05, 64),
            Metric.P99.key(), new Policy(1.25, 1),
            Metric.RSS.key(), new Policy(1.25, 16),
            Metric.GC_PAUSE.key(), new Policy(1.25, 5));

    /** Judged by their difference, since what is right has none. */
    private static final double ERRORS_PERCENT = 0.1;

    /** The judgements of all metrics that are judged, in the order of the results. */
    public static List<Judgement> of(ComparisonResult comparison) {
        return comparison.metrics().stream()
                .filter(metric ->
                        POLICIES.containsKey(metric.key()) || metric.key().equals(Metric.ERRORS.key()))
                .map(Judgement::of)
                .toList();
    }

    private static Judgement of(MetricResult metric) {
        Policy policy = POLICIES.get(metric.key());
        double difference = metric.after() - metric.before();
        if (policy == null) {
            return new Judgement(
                    metric,
                    difference >= ERRORS_PERCENT
                            ? Verdict.WORSE
                            : difference <= -ERRORS_PERCENT ? Verdict.BETTER : Verdict.EQUIVALENT);
        }
        Double ratio = metric.ratio();
        Double low = metric.low();
        Double high = metric.high();
        double most = Math.max(metric.before(), metric.after());
        if (most <= policy.smallest()) {
            return new Judgement(metric, Verdict.EQUIVALENT);
        }
        if (ratio == null || low == null || high == null) {
            return new Judgement(metric, Verdict.NOT_SHOWN);
        }
        double margin = policy.margin();
        if (low >= 1 / margin && high <= margin) {
            return new Judgement(metric, Verdict.EQUIVALENT);
        }
        boolean counts = Math.abs(difference) > policy.smallest();
        if (low > 1 && ratio > margin && counts) {
            return new Judgement(metric, Verdict.WORSE);
        }
        return new Judgement(metric, high < 1 && ratio < 1 / margin && counts ? Verdict.BETTER : Verdict.NOT_SHOWN);
    }

    /** The smallest worsening that the run could have seen, as a factor; 1 where it cannot be said. */
    double seen() {
        return metric.low() == null || metric.high() == null ? 1 : Math.sqrt(metric.high() / metric.low());
    }
}
