/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.result.ComparisonResult;
import dev.tuned.examples.beforeafter.result.Control;
import dev.tuned.examples.beforeafter.result.Machine;
import dev.tuned.examples.beforeafter.result.Price;
import dev.tuned.examples.beforeafter.result.Results;

/** What the reports say in words; the same in text, page and picture. */
final class Words {

    private Words() {}

    /** A metric's name without its unit, such as {@code CPU per request}: ratios have no unit. */
    static String quantity(String label) {
        return label.replaceAll(" (µs|ms|s|B|KB|MB|%)(?=/|$)", "")
                .replace("/request", " per request")
                .replaceAll("^allocated\\b", "allocation");
    }

    /**
     * A price, such as {@code allocation ×1.4}, {@code [1.26–1.54]} and {@code declared up to ×2}.
     *
     * @param beyond whether it is beyond what is declared
     */
    record PriceWords(String figure, String interval, String declaration, boolean beyond) {

        /** The price without its interval. */
        String brief() {
            return figure + declaration;
        }

        @Override
        public String toString() {
            return figure + interval + declaration;
        }
    }

    static List<PriceWords> prices(ComparisonResult comparison) {
        return comparison.prices().stream().map(Words::price).toList();
    }

    private static PriceWords price(Price price) {
        String figure = price.ratio() == null
                ? price.label() + " " + Format.number(price.before()) + " → " + Format.number(price.after())
                : quantity(price.label()).replace(" per request", "") + " ×" + Format.factor(price.ratio());
        String interval = Format.interval(price.low(), price.high());
        String declaration = price.accepted() == null
                ? (price.declared() ? "" : ", not declared")
                : (price.declared() ? ", declared up to ×" : ", beyond the declared ×")
                        + Format.factor(price.accepted());
        return new PriceWords(figure, interval.isEmpty() ? "" : " " + interval, declaration, !price.declared());
    }

    /** All prices of a comparison in one line, or {@code no price}. */
    static String pricesInOneLine(ComparisonResult comparison) {
        return comparison.prices().isEmpty()
                ? "no price"
                : prices(comparison).stream().map(PriceWords::brief).collect(Collectors.joining("; ", "price: ", ""));
    }

    /** The control in one line. */
    static String control(@Nullable Control control) {
        if (control == null) {
            return "No A/A control in this run";
        }
        return "A/A control " + (control.passed() ? "passed" : control.failed() ? "failed" : "wide") + ": "
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
    static String origin(Results results) {
        String date = results.started().replaceAll("T(\\d\\d:\\d\\d).*Z$", " $1 UTC");
        return results.commit() == null ? date : "Commit " + results.commit() + ", " + date;
    }

    /** What was wrong with a run: its problem, and what disturbed its control; empty where nothing was. */
    static String cause(Results results) {
        Control control = results.control();
        return Stream.of(results.problem(), control == null ? null : control.disturbance())
                .flatMap(Stream::ofNullable)
                .collect(Collectors.joining("\n"));
    }

    /** How a comparison was measured, in one line. */
    static String setting(ComparisonResult comparison) {
        return String.join(
                " · ",
                comparison.load(),
                comparison.after() + " against " + comparison.before(),
                comparison.launches() + (comparison.launches() == 1 ? " launch each" : " launches each"));
    }
}
