/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.List;
import java.util.Locale;
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
     * A trade-off, such as {@code allocation ×1.4 [1.26–1.54], declared up to ×2}.
     *
     * @param beyond whether it is beyond what is declared
     */
    record TradeOffWords(String words, boolean beyond) {}

    static TradeOffWords tradeOff(TradeOff tradeOff) {
        String figure = tradeOff.ratio() == null
                ? tradeOff.label() + " " + Format.change(tradeOff.before(), tradeOff.after())
                : name(tradeOff.label()) + " ×" + Format.factor(tradeOff.ratio());
        String interval = Format.interval(tradeOff.low(), tradeOff.high());
        String declaration = tradeOff.accepted() == null
                ? (tradeOff.declared() ? "" : ", not declared")
                : (tradeOff.declared() ? ", declared up to ×" : ", beyond the declared ×")
                        + Format.factor(tradeOff.accepted());
        return new TradeOffWords(
                figure + (interval.isEmpty() ? "" : " " + interval) + declaration, !tradeOff.declared());
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

    /** The machine in one line. */
    static String machine(Machine machine) {
        return machine.cores() + (machine.cores() == 1 ? " core, " : " cores, ")
                + Format.number(machine.memoryMb() / 1024.0) + " GB, " + machine.os() + ", Java " + machine.java();
    }

    /** The commit and the date in one line. */
    public static String origin(Results results) {
        String date = results.started().replaceAll("T(\\d\\d:\\d\\d).*Z$", " $1 UTC");
        return results.commit() == null ? date : "Commit " + results.commit() + ", " + date;
    }

    /** The problem of a run and the disturbance of its control, line by line; empty where there was none. */
    static Stream<String> cause(Results results) {
        Control control = results.control();
        return Stream.of(results.problem(), control == null ? null : control.disturbance())
                .flatMap(Stream::ofNullable)
                .flatMap(String::lines);
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

    /** A metric's name without its unit and what it is per, such as {@code CPU}. */
    public static String name(String label) {
        return quantity(label).replace(" per request", "");
    }

    /** The settings, control, machine and commit of a run: a line each. */
    public static List<String> surroundings(Results results) {
        return Stream.of(
                        results.comparisons().stream()
                                .map(comparison -> comparison.what() + ", " + setting(comparison)),
                        Stream.of(control(results.control()), machine(results.machine()), origin(results)),
                        cause(results))
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
    public static String sure(@Nullable Growth growth) {
        return growth == null ? "" : (growth.methods().isEmpty() ? "No method grew for certain. " : "") + growth.sure();
    }

    private static String line(GrownMethod method) {
        return method.method() + ": "
                + method.changes().stream()
                        .map(each -> each.what() + " " + Format.change(each.before(), each.after())
                                + (each.unit().isEmpty() ? "" : " " + each.unit())
                                + (each.what().equals("time of a call") ? "" : " per request"))
                        .collect(Collectors.joining(", "))
                + (method.within().isEmpty() ? "" : "; most of it in " + method.within())
                + (method.callers().isEmpty() ? "" : "; called by " + String.join(" ← ", method.callers()));
    }
}
