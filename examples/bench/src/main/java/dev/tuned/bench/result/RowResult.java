/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.List;
import java.util.Map;

/**
 * What was counted in a row, a situation that is played in columns, and whether what is claimed of it holds.
 *
 * @param name its name
 * @param sentence what comes
 * @param columns the columns, with what each is started with beyond what all have
 * @param times how often it was played
 * @param counts what was counted
 * @param conditions what is claimed
 */
public record RowResult(
        String name,
        String sentence,
        Map<String, String> columns,
        int times,
        List<Counted> counts,
        List<Condition> conditions) {

    /**
     * A count.
     *
     * @param key its name in files
     * @param label its name for people
     * @param values a value for each time, by the name of the column
     */
    public record Counted(String key, String label, Map<String, List<Double>> values) {}

    /**
     * A condition.
     *
     * @param text the condition in words
     * @param held whether it held, for each time
     */
    public record Condition(String text, List<Boolean> held) {

        public boolean heldEachTime() {
            return !held.contains(false);
        }
    }
}
