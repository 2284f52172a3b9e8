/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.GrownMethod;
import dev.tuned.bench.result.Growth;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Results;

/** Figures and facts in the words of the reports. */
public final class Figures {

    private Figures() {}

    /** A metric's name without its unit, such as {@code CPU per request}. */
    public static String name(MetricResult metric) {
        return Words.quantity(metric.label()).replace(" per request", "");
    }

    public static String number(double value) {
        return Format.number(value);
    }

    public static String ratio(@Nullable Double ratio) {
        return Format.ratio(ratio);
    }

    public static String interval(@Nullable Double low, @Nullable Double high) {
        return Format.interval(low, high);
    }

    /** How, against which control, where and when it was measured: a line each. */
    public static List<String> surroundings(Results results) {
        return Stream.of(
                        results.comparisons().stream()
                                .map(comparison -> comparison.what() + ", " + Words.setting(comparison)),
                        Stream.of(
                                Words.control(results.control()),
                                Words.machine(results.machine()),
                                Words.origin(results)),
                        Words.cause(results).lines())
                .flatMap(lines -> lines)
                .toList();
    }

    /** What grew, a line for each method, the largest growth first; empty where nothing was looked for or found. */
    public static List<String> growth(Results results) {
        Growth growth = results.growth();
        return growth == null
                ? List.of()
                : growth.methods().stream().map(Figures::line).toList();
    }

    /** How sure that is; empty where nothing was looked for. */
    public static Optional<String> sure(Results results) {
        return Optional.ofNullable(results.growth())
                .map(growth -> (growth.methods().isEmpty() ? "No method grew for certain. " : "") + growth.sure());
    }

    private static String line(GrownMethod method) {
        return method.method() + ": "
                + method.changes().stream()
                        .map(each -> each.what() + " " + Format.number(each.before()) + " → "
                                + Format.number(each.after()) + (each.unit().isEmpty() ? "" : " " + each.unit())
                                + (each.what().equals("time of a call") ? "" : " per request"))
                        .collect(Collectors.joining(", "))
                + (method.within().isEmpty() ? "" : "; most of it in " + method.within())
                + (method.callers().isEmpty() ? "" : "; called by " + String.join(" ← ", method.callers()));
    }

    /** Text on one line that Markdown does not take for markup. */
    public static String markdown(String text) {
        return TextReport.escape(text);
    }
}
