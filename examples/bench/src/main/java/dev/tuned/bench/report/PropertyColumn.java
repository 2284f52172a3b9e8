/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.Alternative;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Quoted;
import dev.tuned.bench.result.Results;

/**
 * The effect of a property on the metrics of a row, measured in the same run or quoted from an earlier one.
 *
 * @param alternative the property
 * @param gain the property against the variant before, or {@code null} where it was not measured
 * @param beyond the variant after against the property, or {@code null}
 * @param metrics the keys of the metrics that the row is about
 * @param origin the earlier run that is quoted; empty for the same run
 */
record PropertyColumn(
        Alternative alternative,
        @Nullable ComparisonResult gain,
        @Nullable ComparisonResult beyond,
        List<String> metrics,
        String origin) {

    /** A gain that is certainly below this factor does not justify a starter. */
    private static final double MARGIN = 1.25;

    private static final String COLUMN = Alternative.COLUMN + ": ";

    /** The column of a row, or {@code null} where no property does the like. */
    static @Nullable PropertyColumn of(Results results, ComparisonResult row) {
        Alternative alternative = row.alternative();
        if (alternative == null) {
            return null;
        }
        List<String> metrics = ReportedRatio.of(results, row).stream()
                .flatMap(reported -> Stream.ofNullable(reported.measured()))
                .map(MetricResult::key)
                .toList();
        Quoted quoted = results.quoted();
        boolean own =
                results.comparisons().stream().anyMatch(each -> each.after().equals(Alternative.COLUMN));
        List<ComparisonResult> measured =
                own ? results.comparisons() : quoted == null ? List.of() : quoted.comparisons();
        return new PropertyColumn(
                alternative,
                find(measured, row.workload(), row.before(), Alternative.COLUMN),
                find(measured, row.workload(), Alternative.COLUMN, row.after()),
                metrics,
                own || quoted == null ? "" : Words.origin(quoted));
    }

    private static @Nullable ComparisonResult find(
            List<ComparisonResult> comparisons, String workload, String before, String after) {
        return comparisons.stream()
                .filter(each -> each.workload().equals(workload)
                        && each.before().equals(before)
                        && each.after().equals(after))
                .findFirst()
                .orElse(null);
    }

    /**
     * The value of a metric, by its ratios to the variants before and after: their geometric mean, where an earlier run
     * is quoted.
     */
    OptionalDouble value(MetricResult metric) {
        OptionalDouble logarithm = DoubleStream.concat(
                        ratio(gain, metric.key()).map(ratio -> metric.before() * ratio),
                        ratio(beyond, metric.key()).map(ratio -> metric.after() / ratio))
                .filter(value -> value > 0)
                .map(Math::log)
                .average();
        return gain == null || logarithm.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.exp(logarithm.getAsDouble()));
    }

    private static DoubleStream ratio(@Nullable ComparisonResult comparison, String key) {
        return Stream.ofNullable(comparison)
                .flatMap(each -> each.metric(key).stream())
                .map(MetricResult::ratio)
                .filter(Objects::nonNull)
                .mapToDouble(ratio -> ratio);
    }

    /** Whether the starter is shown to gain no more than the property, by every metric that the row is about. */
    boolean doesAsWell() {
        List<MetricResult> compared = compared();
        return !compared.isEmpty() && compared.stream().allMatch(PropertyColumn::gainsLittle);
    }

    private List<MetricResult> compared() {
        return metrics.stream()
                .flatMap(key -> Stream.ofNullable(beyond).flatMap(each -> each.metric(key).stream()))
                .toList();
    }

    private static boolean gainsLittle(MetricResult metric) {
        Double low = metric.low();
        Double high = metric.high();
        return low != null && high != null && (metric.higherIsBetter() ? high < MARGIN : low > 1 / MARGIN);
    }

    private static boolean gainsMore(MetricResult metric) {
        Double low = metric.low();
        Double high = metric.high();
        return low != null && high != null && (metric.higherIsBetter() ? low > 1 : high < 1);
    }

    /** The advice: to set the property where it does as well. */
    String words() {
        String setting = alternative.setting();
        String adds = "what the starter adds: " + alternative.adds();
        if (setting.isEmpty()) {
            return "no property does the like; " + adds;
        }
        if (gain == null) {
            return setting + " is measured by --full; " + adds;
        }
        String measured = metrics.stream()
                        .map(this::ratios)
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("; "))
                + (origin.isEmpty() ? "" : " (" + origin + ")");
        if (doesAsWell()) {
            return setting + " does as well: " + measured + ". Set the property; " + adds;
        }
        boolean more = compared().stream().anyMatch(PropertyColumn::gainsMore);
        return setting + (more ? ": " : " could not be told from the starter: ") + measured + "; " + adds;
    }

    /** The same in one line or two. */
    String brief() {
        if (alternative.setting().isEmpty()) {
            return COLUMN + "there is none";
        }
        if (gain == null) {
            return COLUMN + alternative.setting() + ", measured by --full";
        }
        if (doesAsWell()) {
            return COLUMN + alternative.setting() + ", which does as well: set it";
        }
        return COLUMN
                + alternative.setting()
                + compared().stream()
                        .limit(1)
                        .map(metric -> "; the starter ×" + Format.ratio(metric.ratio()) + " "
                                + Format.interval(metric.low(), metric.high()) + " of that"
                                + (gainsMore(metric) ? "" : ": not told apart"))
                        .collect(Collectors.joining());
    }

    private String ratios(String key) {
        return Stream.ofNullable(gain)
                .flatMap(each -> each.metric(key).stream())
                .map(metric -> Words.quantity(metric.label()) + " ×" + Format.ratio(metric.ratio()) + " of stock’s"
                        + Stream.ofNullable(beyond)
                                .flatMap(each -> each.metric(key).stream())
                                .map(more -> ", and ×" + Format.ratio(more.ratio()) + " "
                                        + Format.interval(more.low(), more.high())
                                        + " of that with the dependency alone")
                                .findFirst()
                                .orElse(""))
                .findFirst()
                .orElse("");
    }
}
