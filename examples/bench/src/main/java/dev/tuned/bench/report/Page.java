/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

import dev.tuned.bench.report.Axis.Tick;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;

/**
 * The content of a report, be it a page, text or Markdown.
 *
 * @param results the results
 * @param mark the outcome
 * @param claims whether anything is claimed
 * @param all all comparisons
 * @param groups those with bars: those with a claim, or all where nothing is claimed
 * @param ticks the axis of the bars
 * @param sections the comparisons that are shown in full, none where there are many and no claim
 * @param others the other comparisons, one line each
 * @param p99 which changes of the 99th percentile the run could have seen
 * @param control the control in words
 * @param machine the machine in words
 * @param origin commit and date
 * @param wrong what is wrong with the run, to be followed by its cause; empty for nothing
 * @param cause the lines of the cause
 * @param growth what grew, a line for each method
 * @param sure how sure that is; empty where nothing was looked for
 * @param further sections above the comparisons, as HTML; empty where there are none
 * @param picture an image above all of them, encoded for a link; empty where there is none
 * @param json all results, encoded for a link
 */
public record Page(
        Results results,
        Mark mark,
        boolean claims,
        List<Section> all,
        List<Section> groups,
        List<Tick> ticks,
        List<Section> sections,
        List<Section> others,
        String p99,
        String control,
        String machine,
        String origin,
        String wrong,
        List<String> cause,
        List<String> growth,
        String sure,
        String further,
        String picture,
        String json) {

    /** More comparisons without a claim are shown in one line each. */
    private static final int UNCLAIMED_SHOWN = 4;

    /** The width of the bars on a phone. */
    private static final double MIN_WIDTH = 330;

    /** The content without sections of its caller's. */
    public static Page of(Results results) {
        return of(results, "", "");
    }

    /** The content with an image as SVG and further sections as HTML; each may be empty. */
    public static Page of(Results results, String picture, String further) {
        boolean claims = Words.rows(results).findAny().isPresent();
        List<ComparisonResult> shown = claims ? Words.rows(results).toList() : results.comparisons();
        Axis axis = Axis.ofRatios(shown.stream()
                .flatMap(comparison -> ReportedRatio.of(results, comparison).stream())
                .flatMap(ReportedRatio::ratios)
                .toList());
        List<Section> all = results.comparisons().stream()
                .map(comparison -> Section.of(results, comparison, axis))
                .toList();
        List<Section> groups = all.stream()
                .filter(section -> !claims || section.comparison().claim() != null)
                .toList();
        List<Section> sections = claims || all.size() <= UNCLAIMED_SHOWN ? groups : List.of();
        String cause = Words.cause(results);
        return new Page(
                results,
                Mark.of(results.outcome()),
                claims,
                all,
                groups,
                axis.ticksBelow(value -> Format.factor(value) + "×", MIN_WIDTH),
                sections,
                all.stream().filter(section -> !sections.contains(section)).toList(),
                Words.p99(results),
                Words.control(results.control()),
                Words.machine(results.machine()),
                Words.origin(results),
                cause.isEmpty()
                        ? ""
                        : results.outcome() == Outcome.INVALID ? "This run is invalid:" : "This run was disturbed:",
                cause.lines().toList(),
                Words.growth(results.growth()),
                Words.sure(results.growth()).orElse(""),
                further,
                picture.isEmpty() ? "" : encoded(picture),
                encoded(ResultsFile.toJson(results)));
    }

    /** One page that needs nothing from anywhere else. */
    public String html() {
        return Templates.fill("report.html", this);
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether variants were compared: by ratios, beside a control instance. */
    boolean compares() {
        return !results.comparisons().isEmpty();
    }

    /** What the machine did when the run began, and how long the run took. */
    String load() {
        double average = results.machine().loadAverage();
        return (average < 0 ? "" : "load average " + Format.number(average) + " at the start, ") + "took "
                + Format.number(results.seconds()) + " s";
    }

    /** The comparisons without a claim. */
    List<Section> unclaimed() {
        return all.stream()
                .filter(section -> section.comparison().claim() == null)
                .toList();
    }
}
