/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The results of a run.
 *
 * @param schema the version of this format
 * @param machine where the run took place
 * @param commit the commit that was measured, with {@code -dirty} where files differ from it; {@code null} without git
 * @param command the command line
 * @param started when the run started, in ISO 8601
 * @param seconds how long it took, the training of fast launches not included
 * @param problem why the run did not come to its end, or {@code null}
 * @param outcome what the run came to
 * @param sentence the outcome in one sentence: the last line of the run
 * @param control the control instance, or {@code null} where there is none
 * @param comparisons the comparisons, in the order of the plan
 * @param settings what each variant is started with beyond what all have, by its name
 * @param measurements the raw data
 * @param rows what was counted, row by row; empty where none was played
 * @param growth why something became worse, or {@code null} where that was not looked for
 */
public record Results(
        int schema,
        Machine machine,
        @Nullable String commit,
        String command,
        String started,
        double seconds,
        @Nullable String problem,
        Outcome outcome,
        String sentence,
        @Nullable Control control,
        List<ComparisonResult> comparisons,
        Map<String, String> settings,
        List<Measurement> measurements,

        List<RowResult> rows,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Growth growth) {

    /** Files of earlier versions have no rows. */
    public Results {
        rows = rows == null ? List.of() : rows;
    }

    /** The version of the format that this code writes and reads. */
    public static final int SCHEMA = 3;

    /** The factor by which a fixed piece of work may move on a machine that does not change. */
    public static final double STEADY = 1.1;

    /** Whether it is a comparison under a user's requests, where trade-offs are not looked for. */
    public boolean madeByCompare() {
        return settings.containsKey("requests");
    }

    /** Whether the run came to no end, or nothing of it counts by its control instance. */
    public boolean invalid() {
        return problem != null || control == null || control.failed();
    }

    /**
     * Says of a run while which the machine changed that it is to blame for what moved; empty for others, and for one
     * that came to no end.
     */
    public String blame() {
        double moved = measurements.stream()
                .flatMap(each -> Stream.ofNullable(each.ruler()))
                .mapToDouble(each -> each)
                .max()
                .orElse(1);
        return moved <= STEADY || problem != null
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; the machine is to blame for what moved: beside the services a fixed piece of work took up to %.2f times its CPU time",
                        moved);
    }

    /** The measurements of the launches after some. */
    public List<Measurement> after(int launches) {
        return measurements.stream().filter(each -> each.launch() > launches).toList();
    }

    /** The same run, compared. */
    public Results compared(@Nullable Control newControl, List<ComparisonResult> newComparisons) {
        return with(outcome, sentence, newControl, newComparisons, growth);
    }

    /** The same run, judged. */
    public Results judged(Outcome newOutcome, String newSentence) {
        return with(newOutcome, newSentence, control, comparisons, growth);
    }

    /** The same run, with the verdicts on metrics by their keys. */
    public Results withVerdicts(Map<String, String> verdicts) {
        return ResultsFile.changed(
                this,
                tree -> tree.path("comparisons")
                        .forEach(comparison -> comparison
                                .path("metrics")
                                .forEach(metric -> ((ObjectNode) metric)
                                        .put(
                                                "verdict",
                                                verdicts.get(metric.path("key").asString())))));
    }

    /** The same run, with why something became worse. */
    public Results explained(@Nullable Growth newGrowth) {
        return with(outcome, sentence, control, comparisons, newGrowth);
    }

    private Results with(
            Outcome newOutcome,
            String newSentence,
            @Nullable Control newControl,
            List<ComparisonResult> newComparisons,
            @Nullable Growth newGrowth) {
        return new Results(
                schema,
                machine,
                commit,
                command,
                started,
                seconds,
                problem,
                newOutcome,
                newSentence,
                newControl,
                newComparisons,
                settings,
                measurements,
                rows,
                newGrowth);
    }
}
