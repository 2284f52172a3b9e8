/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.report.Words.PriceWords;
import dev.tuned.examples.beforeafter.result.ComparisonResult;
import dev.tuned.examples.beforeafter.result.Control;
import dev.tuned.examples.beforeafter.result.MetricResult;
import dev.tuned.examples.beforeafter.result.Results;
import dev.tuned.examples.beforeafter.result.ResultsFile;

/**
 * What the page shows.
 *
 * @param results the results
 * @param mark the outcome
 * @param bars the main picture
 * @param control the control in words
 * @param controlFailed whether there is a control and it failed
 * @param machine the machine in words
 * @param origin commit and date
 * @param load what the machine did when the run began, and how long the run took
 * @param sections the comparisons that are shown in full
 * @param others the other comparisons, one line each
 * @param also whether others come after sections
 * @param json all results, encoded for a link
 */
record Page(
        Results results,
        Mark mark,
        Bars bars,
        String control,
        boolean controlFailed,
        String machine,
        String origin,
        String load,
        List<Section> sections,
        List<Section> others,
        boolean also,
        String json) {

    /**
     * A comparison.
     *
     * @param id its name in links
     * @param comparison the comparison
     * @param mark the verdict on its claim
     * @param setting how it was measured
     * @param findings the conditions of its claim, or the leading metric
     * @param pricesInOneLine its prices
     * @param prices its prices one by one
     * @param launches a picture per metric
     * @param latency a picture, or {@code null}
     * @param rows everything measured
     */
    record Section(
            String id,
            ComparisonResult comparison,
            Mark mark,
            String setting,
            List<Finding> findings,
            String pricesInOneLine,
            List<PriceWords> prices,
            List<LaunchPicture> launches,
            @Nullable LatencyPicture latency,
            List<Row> rows) {}

    /** A metric in a table. */
    record Row(String label, String before, String after, String ratio, String interval) {}

    /** Where nothing is claimed, more comparisons than these are shown by one line each. */
    private static final int UNCLAIMED_SHOWN = 4;

    static Page of(Results results) {
        Bars bars = Bars.of(results);
        List<ComparisonResult> shown =
                bars.claims() || results.comparisons().size() <= UNCLAIMED_SHOWN ? Bars.shown(results) : List.of();
        Control control = results.control();
        return new Page(
                results,
                Mark.of(results.outcome()),
                bars,
                Words.control(control),
                control != null && control.failed(),
                Words.machine(results.machine()),
                Words.origin(results),
                load(results),
                shown.stream().map(comparison -> section(results, comparison)).toList(),
                results.comparisons().stream()
                        .filter(comparison -> !shown.contains(comparison))
                        .map(comparison -> section(results, comparison))
                        .toList(),
                !shown.isEmpty(),
                Base64.getEncoder().encodeToString(ResultsFile.toJson(results).getBytes(StandardCharsets.UTF_8)));
    }

    private static String load(Results results) {
        double average = results.machine().loadAverage();
        return (average < 0 ? "" : "load average " + Format.number(average) + " at the start, ") + "took "
                + Format.number(results.seconds()) + " s";
    }

    private static Section section(Results results, ComparisonResult comparison) {
        List<Finding> findings = Finding.of(results, comparison);
        return new Section(
                Bars.id(results, comparison),
                comparison,
                Mark.of(results, comparison.claim()),
                Words.setting(comparison),
                findings,
                Words.pricesInOneLine(comparison),
                Words.prices(comparison),
                LaunchPicture.of(comparison, findings),
                LatencyPicture.of(comparison),
                comparison.metrics().stream().map(Page::row).toList());
    }

    private static Row row(MetricResult metric) {
        return new Row(
                metric.label(),
                Format.number(metric.before()),
                Format.number(metric.after()),
                Format.ratio(metric.ratio()),
                (metric.low() == null ? Format.NONE : Format.interval(metric.low(), metric.high()))
                        + (metric.verdict() == null ? "" : ", " + metric.verdict()));
    }
}
