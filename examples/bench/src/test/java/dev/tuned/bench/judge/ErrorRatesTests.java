/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.statistics.Metric;
import dev.tuned.bench.statistics.RatioEstimate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often the verdict errs, by simulated launches whose logarithms are normal. On a quiet machine the CPU of a launch
 * spread by 1 %; here it does by 5 %.
 */
@Tag("without-boot")
class ErrorRatesTests {

    private static final int RUNS = 1000;

    /** The standard deviation of the logarithm between launches. */
    private static final Map<Metric, Double> SPREAD = new LinkedHashMap<>();

    static {
        SPREAD.put(Metric.CPU, 0.05);
        SPREAD.put(Metric.ALLOCATED, 0.006);
        SPREAD.put(Metric.WRITTEN, 0.1);
        SPREAD.put(Metric.P99, 0.16);
        SPREAD.put(Metric.RSS, 0.16);
        SPREAD.put(Metric.GC_PAUSE, 0.4);
    }

    private final Random random = new Random(1);

    /** The value of each launch. */
    private double[] launches(int count, double spread, double ratio) {
        return random.doubles(count)
                .map(ignored -> 1000 * ratio * Math.exp(spread * random.nextGaussian()))
                .toArray();
    }

    private static MetricResult result(Metric metric, double[] before, double[] after) {
        return MetricResult.of(
                metric,
                RatioEstimate.of(before, after, metric.nearZero()),
                Arrays.stream(before).boxed().toList(),
                Arrays.stream(after).boxed().toList());
    }

    private static Judgements judgements(Map<Metric, double[]> before, Map<Metric, double[]> after, int from, int to) {
        List<MetricResult> results = new ArrayList<>();
        before.forEach((metric, values) -> {
            double[] others = after.getOrDefault(metric, values);
            results.add(result(metric, Arrays.copyOfRange(values, from, to), Arrays.copyOfRange(others, from, to)));
        });
        return Judgements.of(results);
    }

    private static boolean isAnyWorse(Judgements judgements, List<Metric> asked) {
        return judgements.worse().keys().stream().map(Metric::ofKey).anyMatch(asked::contains);
    }

    /** How many of the runs call a metric worse in the end: what looks worse, or may be, is measured again. */
    private long worse(int launches, double ratioOfCpu, List<Metric> asked) {
        long worse = 0;
        for (int run = 0; run < RUNS; run++) {
            Map<Metric, double[]> before = new LinkedHashMap<>();
            Map<Metric, double[]> after = new LinkedHashMap<>();
            SPREAD.forEach((metric, spread) -> {
                before.put(metric, launches(2 * launches, spread, 1));
                after.put(metric, launches(2 * launches, spread, metric.equals(Metric.CPU) ? ratioOfCpu : 1));
            });
            Judgements first = judgements(before, after, 0, launches);
            boolean looksWorse = isAnyWorse(first, List.copyOf(SPREAD.keySet()));
            int again = looksWorse ? Math.max(1, launches / 3) : launches;
            if ((looksWorse || first.undecided().isPresent())
                    && isAnyWorse(
                            judgements(before, after, 0, launches + again)
                                    .borneOut(judgements(before, after, launches, launches + again)),
                            asked)) {
                worse++;
            }
        }
        return worse;
    }

    @Test
    void servicesThatAreAlikeAreHardlyEverCalledWorse() {
        assertThat(worse(3, 1, List.copyOf(SPREAD.keySet()))).isLessThan(RUNS / 20);
    }

    @Test
    void aSeventhMoreCpuIsMostlySeenWithThreeLaunches() {
        assertThat(worse(3, 1.15, List.of(Metric.CPU))).isGreaterThan(RUNS * 8 / 10);
    }

    @Test
    void aSeventhMoreCpuIsSeenWithEightLaunches() {
        assertThat(worse(8, 1.15, List.of(Metric.CPU))).isGreaterThan(RUNS * 9 / 10);
    }
}
