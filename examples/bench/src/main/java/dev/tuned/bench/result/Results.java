/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.List;
import java.util.Map;

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
 * @param quoted what an earlier run says of the rest, or {@code null}
 * @param measurements the raw data
 * @param row what was counted, or {@code null} where the run is no row
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
        @Nullable Quoted quoted,
        List<Measurement> measurements,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable RowResult row,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Growth growth) {

    /** The version of the format that this code writes and reads. */
    public static final int SCHEMA = 3;

    /**
     * The same run, judged otherwise.
     *
     * @param verdicts the verdicts on metrics by their keys
     * @param newGrowth why something became worse, or {@code null} where that was not looked for
     */
    public Results judged(
            Outcome newOutcome, String newSentence, Map<String, String> verdicts, @Nullable Growth newGrowth) {
        return ResultsFile.changed(this, tree -> {
            tree.put("outcome", newOutcome.name()).put("sentence", newSentence).putPOJO("growth", newGrowth);
            tree.path("comparisons")
                    .forEach(comparison -> comparison
                            .path("metrics")
                            .forEach(metric -> ((ObjectNode) metric)
                                    .put(
                                            "verdict",
                                            verdicts.get(metric.path("key").asString()))));
        });
    }
}
