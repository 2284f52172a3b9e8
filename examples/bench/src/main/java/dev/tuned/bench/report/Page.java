/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;

/**
 * The content of a report, be it a page, text or Markdown.
 *
 * @param results the results
 * @param all all comparisons
 * @param svg an image above all of them; empty where there is none
 * @param further sections above the comparisons, as HTML; empty where there are none
 */
public record Page(Results results, List<Section> all, String svg, String further) {

    /** More comparisons without a claim are shown in one line each. */
    private static final int UNCLAIMED_SHOWN = 4;

    /** The content without sections of its caller's. */
    public static Page of(Results results) {
        return of(results, "", "");
    }

    /** The content with an image as SVG and further sections as HTML; each may be empty. */
    public static Page of(Results results, String svg, String further) {
        List<Section> all = results.comparisons().stream()
                .map(comparison -> Section.of(results, comparison))
                .toList();
        return new Page(results, all, svg, further);
    }

    /** One page that needs nothing from anywhere else. */
    public String html() {
        return Templates.fill("report.html", this);
    }

    Mark mark() {
        return Mark.of(results.outcome());
    }

    /** Whether anything is claimed. */
    boolean claims() {
        return all.stream().anyMatch(Section::claimed);
    }

    /** The comparisons that are shown in full, none where there are many and no claim. */
    List<Section> sections() {
        return all.stream().filter(section -> section.claimed() || isAmongFew()).toList();
    }

    private boolean isAmongFew() {
        return !claims() && all.size() <= UNCLAIMED_SHOWN;
    }

    /** The other comparisons, one line each. */
    List<Section> others() {
        return isAmongFew() ? List.of() : unclaimed();
    }

    List<Section> unclaimed() {
        return all.stream().filter(section -> !section.claimed()).toList();
    }

    /** Whether variants were compared: by ratios, beside a control instance. */
    boolean compares() {
        return !all.isEmpty();
    }

    String control() {
        return Words.control(results.control());
    }

    String machine() {
        return Words.machine(results.machine());
    }

    String origin() {
        return Words.origin(results);
    }

    /** What is wrong with the run, to be followed by its cause; empty for nothing. */
    String wrong() {
        if (cause().isEmpty()) {
            return "";
        }
        return results.outcome() == Outcome.INVALID ? "This run is invalid:" : "This run was disturbed:";
    }

    List<String> cause() {
        return Words.cause(results).toList();
    }

    /** What grew, a line for each method. */
    List<String> growth() {
        return Words.growth(results.growth());
    }

    /** How sure that is; empty where nothing was looked for. */
    String sure() {
        return Words.sure(results.growth());
    }

    /** What the machine did when the run began, and how long the run took. */
    String load() {
        double average = results.machine().loadAverage();
        return (average < 0 ? "" : "load average " + Format.number(average) + " at the start, ") + "took "
                + Format.number(results.seconds()) + " s";
    }

    /** The image, encoded for a link. */
    String picture() {
        return encoded(svg);
    }

    /** All results, encoded for a link. */
    String json() {
        return encoded(ResultsFile.toJson(results));
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
