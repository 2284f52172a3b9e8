/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.Control;
import dev.tuned.bench.result.GrownMethod;
import dev.tuned.bench.result.Growth;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.TradeOff;
import dev.tuned.bench.statistics.Metric;

/** The phrases that text, page and picture share. */
public final class Words {

    private static final Pattern UNIT = Pattern.compile("(?<= )(?:µs|ms|s|B|KB|MB|%)(?=/|$)|\\w+/s$");

    private Words() {}

    /** A metric's name without its unit, such as {@code CPU per request}: ratios have no unit. */
    static String quantity(String label) {
        return label.replaceAll(" (µs|ms|s|B|KB|MB|%)(?=/|$)", "")
                .replace("/request", " per request")
                .replaceAll("^allocated\\b", "allocation");
    }

    /** The unit of a metric's values, with a space in front, such as {@code  µs}; empty where the label has none. */
    static String unit(String label) {
        Matcher unit = UNIT.matcher(label);
        return unit.find() ? " " + unit.group() : "";
    }

    /**
     * A trade-off, such as {@code allocation ×1.4}, {@code [1.26–1.54]} and {@code declared up to ×2}.
     *
     * @param beyond whether it is beyond what is declared
     */
    record TradeOffWords(String figure, String interval, String declaration, boolean beyond) {

        /** The trade-off without its interval. */
        String brief() {
            return figure + declaration;
        }

        @Override
        public String toString() {
            return figure + interval + declaration;
        }
    }

    static List<TradeOffWords> tradeOffs(ComparisonResult comparison) {
        return comparison.tradeOffs().stream().map(Words::tradeOff).toList();
    }

    private static TradeOffWords tradeOff(TradeOff tradeOff) {
        String figure = tradeOff.ratio() == null
                ? tradeOff.label() + " " + Format.number(tradeOff.before()) + " → " + Format.number(tradeOff.after())
                : quantity(tradeOff.label()).replace(" per request", "") + " ×" + Format.factor(tradeOff.ratio());
        String interval = Format.interval(tradeOff.low(), tradeOff.high());
        String declaration = tradeOff.accepted() == null
                ? (tradeOff.declared() ? "" : ", not declared")
                : (tradeOff.declared() ? ", declared up to ×" : ", beyond the declared ×")
                        + Format.factor(tradeOff.accepted());
        return new TradeOffWords(figure, interval.isEmpty() ? "" : " " + interval, declaration, !tradeOff.declared());
    }

    /** All trade-offs of a comparison in one line, or {@code no trade-off}. */
    static String tradeOffsInOneLine(ComparisonResult comparison) {
        return comparison.tradeOffs().isEmpty()
                ? "no trade-off"
                : tradeOffs(comparison).stream()
                        .map(TradeOffWords::brief)
                        .collect(Collectors.joining("; ", "trade-off: ", ""));
    }

    /** The control in one line. */
    static String control(@Nullable Control control) {
        if (control == null) {
            return "No control instance in this run";
        }
        return "Control instance " + (control.passed() ? "passed" : control.failed() ? "failed" : "wide") + ": "
                + control.after() + " against " + control.before() + ", " + control.what() + ", "
                + Format.ratio(control.ratio()) + " " + Format.interval(control.low95(), control.high95())
                + (control.passed() || control.failed()
                        ? ""
                        : "; only what differs by more than ×" + Format.ratio(control.reach()) + " counts");
    }

    /** The comparisons that claim something, or say that they do not. */
    static Stream<ComparisonResult> rows(Results results) {
        return results.comparisons().stream().filter(each -> each.claim() != null);
    }

    /** The machine in one line. */
    static String machine(Machine machine) {
        return machine.cores() + (machine.cores() == 1 ? " core, " : " cores, ")
                + Format.number(machine.memoryMb() / 1024.0) + " GB, " + machine.os() + ", Java " + machine.java();
    }

    /** The commit and the date in one line. */
    public static String origin(Results results) {
        return origin(results.commit(), results.started());
    }

    private static String origin(@Nullable String commit, String started) {
        String date = started.replaceAll("T(\\d\\d:\\d\\d).*Z$", " $1 UTC");
        return commit == null ? date : "Commit " + commit + ", " + date;
    }

    /** The smallest changes of the 99th percentile that a run could have seen; empty where it was not measured. */
    static String p99(Results results) {
        String seen = rows(results)
                .flatMap(each -> each.metric(Metric.P99.key()).stream()
                        .map(metric -> each.title() + " ×" + Format.ratio(metric.seen())))
                .collect(Collectors.joining(", "));
        String unknown = rows(results)
                .filter(each -> each.metric(Metric.P99.key()).isEmpty())
                .map(ComparisonResult::title)
                .collect(Collectors.joining(", "));
        return Stream.of(
                        seen.isEmpty() ? "" : "Smallest change of p99 that this run could have seen: " + seen,
                        unknown.isEmpty() ? "" : "too few requests for a p99: " + unknown)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** The problem of a run and the disturbance of its control; empty where there was none. */
    static String cause(Results results) {
        Control control = results.control();
        return Stream.of(results.problem(), control == null ? null : control.disturbance())
                .flatMap(Stream::ofNullable)
                .collect(Collectors.joining("\n"));
    }

    /** The load, variants and launches of a comparison in one line. */
    static String setting(ComparisonResult comparison) {
        return String.join(
                " · ",
                comparison.load(),
                comparison.after() + " against " + comparison.before(),
                comparison.launches()
                        + (comparison.launches() == 1 ? " launch each" : " launches each")
                        + compilers(comparison));
    }

    /** The share of the compilers in the CPU time, which says how warm the services were. */
    private static String compilers(ComparisonResult comparison) {
        MetricResult all = comparison.metric(Metric.CPU.key()).orElse(null);
        MetricResult compilers = comparison.metric(Metric.COMPILER_CPU.key()).orElse(null);
        return all == null || compilers == null || all.before() <= 0 || all.after() <= 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        " · compilers %.0f %% and %.0f %% of the CPU",
                        100 * compilers.before() / all.before(),
                        100 * compilers.after() / all.after());
    }

    /** A metric's name without its unit, such as {@code CPU per request}. */
    public static String name(MetricResult metric) {
        return quantity(metric.label()).replace(" per request", "");
    }

    /** The settings, control, machine and commit of a run: a line each. */
    public static List<String> surroundings(Results results) {
        return Stream.of(
                        results.comparisons().stream()
                                .map(comparison -> comparison.what() + ", " + setting(comparison)),
                        Stream.of(control(results.control()), machine(results.machine()), origin(results)),
                        cause(results).lines())
                .flatMap(lines -> lines)
                .toList();
    }

    /** The methods that grew, a line each, the largest growth first; empty where none was looked for or found. */
    public static List<String> growth(@Nullable Growth growth) {
        return growth == null
                ? List.of()
                : growth.methods().stream().map(Words::line).toList();
    }

    /** How sure the growth is; empty where none was looked for. */
    public static Optional<String> sure(@Nullable Growth growth) {
        return Optional.ofNullable(growth)
                .map(found -> (found.methods().isEmpty() ? "No method grew for certain. " : "") + found.sure());
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
}
