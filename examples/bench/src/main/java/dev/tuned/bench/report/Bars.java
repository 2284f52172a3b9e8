/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.List;

import dev.tuned.bench.report.Axis.Tick;
import dev.tuned.bench.report.Words.TradeOffWords;
import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.Results;

/**
 * The picture of ratios on one axis: a bar for each condition of a claim, and one for each comparison without a claim.
 *
 * @param groups the comparisons
 * @param ticks the axis
 * @param claims whether anything is claimed
 */
record Bars(List<Group> groups, List<Tick> ticks, boolean claims) {

    /** The width on a phone. */
    private static final double MIN_WIDTH = 330;

    /**
     * The bars of one comparison.
     *
     * @param id the comparison in links
     * @param title the comparison
     * @param workload its workload; empty where the title says the same
     * @param mark the verdict on the claim as a whole
     * @param bars one per condition
     * @param tradeOffs what became worse
     */
    record Group(String id, String title, String workload, Mark mark, List<Bar> bars, List<TradeOffWords> tradeOffs) {}

    static Bars of(Results results) {
        List<ComparisonResult> shown = shown(results);
        Axis axis = Axis.ofRatios(shown.stream()
                .flatMap(comparison -> ReportedRatio.of(results, comparison).stream())
                .flatMap(ReportedRatio::ratios)
                .toList());
        return new Bars(
                shown.stream()
                        .map(comparison -> group(results, comparison, axis))
                        .toList(),
                axis.ticksBelow(value -> Format.factor(value) + "×", MIN_WIDTH),
                shown.stream().anyMatch(comparison -> comparison.claim() != null));
    }

    /** The anchor of a comparison. */
    static String id(Results results, ComparisonResult comparison) {
        return "comparison-" + (results.comparisons().indexOf(comparison) + 1);
    }

    /** The comparisons that have bars: those with a claim, or all where nothing is claimed. */
    static List<ComparisonResult> shown(Results results) {
        List<ComparisonResult> claimed = Words.rows(results).toList();
        return claimed.isEmpty() ? results.comparisons() : claimed;
    }

    private static Group group(Results results, ComparisonResult comparison, Axis axis) {
        return new Group(
                id(results, comparison),
                comparison.title(),
                comparison.workload().equals(comparison.title()) ? "" : comparison.workload(),
                Mark.of(results, comparison.claim()),
                ReportedRatio.of(results, comparison).stream()
                        .map(reported -> Bar.of(axis, reported))
                        .toList(),
                Words.tradeOffs(comparison));
    }
}
