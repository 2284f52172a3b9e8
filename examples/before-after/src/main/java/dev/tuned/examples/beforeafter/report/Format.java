/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.tuned.examples.beforeafter.result.Control;
import dev.tuned.examples.beforeafter.result.Machine;
import dev.tuned.examples.beforeafter.result.Results;
import dev.tuned.examples.beforeafter.result.ScenarioResult;
import dev.tuned.examples.beforeafter.statistics.Metric;

/** Numbers and sentences as all reports show them. */
final class Format {

    private Format() {}

    /** Three significant digits, never an exponent. */
    static String number(double value) {
        double size = Math.abs(value);
        int decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.01 ? 3 : 4;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    static String ratio(double ratio) {
        return ratio >= 100 ? number(ratio) : ratio >= 0.01 ? decimals(ratio) : number(ratio);
    }

    private static String decimals(double ratio) {
        return String.format(Locale.ROOT, ratio >= 10 ? "%.1f" : ratio >= 0.1 ? "%.2f" : "%.3f", ratio);
    }

    static String interval(List<Double> ci) {
        return ratio(ci.get(0)) + " – " + ratio(ci.get(1));
    }

    static String machine(Machine machine) {
        return machine.cores() + " cores, " + machine.memoryMb() + " MB, " + machine.os() + ", Java " + machine.jdk()
                + " with " + machine.jvmFlags();
    }

    /** The scenarios whose JVMs had flags of their own, and these. */
    static Optional<String> otherFlags(Results results) {
        Map<String, List<String>> byFlags = results.scenarios().stream()
                .filter(result -> result.jvmFlags() != null
                        && !result.jvmFlags().equals(results.machine().jvmFlags()))
                .collect(Collectors.groupingBy(
                        result -> String.valueOf(result.jvmFlags()),
                        LinkedHashMap::new,
                        Collectors.mapping(ScenarioResult::name, Collectors.toList())));
        return byFlags.isEmpty()
                ? Optional.empty()
                : Optional.of("JVMs of "
                        + byFlags.entrySet().stream()
                                .map(each -> each.getValue().stream().distinct().collect(Collectors.joining(", "))
                                        + ": " + each.getKey())
                                .collect(Collectors.joining("; ")));
    }

    static String commit(Results results) {
        return results.commit() == null ? "unknown" : results.commit();
    }

    static String control(Results results) {
        Control control = results.control();
        return control == null
                ? "not measured"
                : control.scenario() + ", "
                        + Metric.ofKey(control.metric()).label() + ": ratio " + ratio(control.ratio()) + ", interval "
                        + interval(control.ci())
                        + (control.ok()
                                ? ": no difference between twins"
                                : ": A DIFFERENCE BETWEEN TWINS, so no verdict here can be trusted");
    }
}
