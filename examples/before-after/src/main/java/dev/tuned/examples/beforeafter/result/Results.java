/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.result;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The results of a run, as they stand in {@code results.json}.
 *
 * @param schema the version of this format
 * @param machine where the run took place
 * @param commit the commit that was measured, with {@code -dirty} where files differ from it; {@code null} without git
 * @param command the command line
 * @param started when the run started, in ISO 8601
 * @param seconds how long it took
 * @param finished whether the run got through its plan; false when it was interrupted or a process failed
 * @param problem why the run could not be finished, or {@code null}
 * @param control what two identical processes came to, or {@code null} as long as that is not known
 * @param scenarios the scenarios measured so far
 * @param verdict {@code proven}, {@code worse}, {@code void} or {@code inconclusive}
 */
public record Results(
        int schema,
        Machine machine,
        @Nullable String commit,
        String command,
        String started,
        double seconds,
        boolean finished,
        @Nullable String problem,
        @Nullable Control control,
        List<ScenarioResult> scenarios,
        String verdict) {

    /** The version of the format that this code writes and reads. */
    public static final int SCHEMA = 1;
}
