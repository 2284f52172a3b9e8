/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import java.util.List;
import java.util.Map;

/**
 * What was counted in a row, a situation that is played in columns, and whether what is claimed of the last column holds.
 *
 * @param name its name
 * @param starter the starter that it is about
 * @param title what that starter gives
 * @param sentence what comes
 * @param columns stock, the best property and tuned, with what each is started with beyond what all have
 * @param times how often it was played
 * @param counts what was counted
 * @param conditions what is claimed of tuned
 * @param passed whether all conditions hold with a column in the place of tuned, for each time, by the name of the column
 * @param shown how a picture shows a column, by its name
 */
public record RowResult(
        String name,
        String starter,
        String title,
        String sentence,
        Map<String, String> columns,
        int times,
        List<Counted> counts,
        List<Condition> conditions,
        Map<String, List<Boolean>> passed,
        Map<String, Shown> shown) {

    public static final String STOCK = "stock";
    public static final String PROPERTY = "best property";
    public static final String TUNED = "tuned";

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

    /**
     * A column in a picture.
     *
     * @param value the length of its bar, of which the longest of a row takes the whole width
     * @param words what came of it
     * @param failed whether that is a failure, which has no bar
     */
    public record Shown(double value, String words, boolean failed) {}

    /** Whether it was played as often as planned, in each column. */
    public boolean complete() {
        return passedBy(TUNED).size() == times;
    }

    /** Whether what is claimed held each time. */
    public boolean held() {
        return complete() && !passedBy(TUNED).contains(false);
    }

    /** How often a column passes in the place of tuned. */
    private List<Boolean> passedBy(String column) {
        return passed.getOrDefault(column, List.of());
    }

    /** Whether what is claimed held each time, and never with a property in the place of the starter. */
    public boolean beyondProperties() {
        return held() && !passedBy(PROPERTY).contains(true) && !passedBy(STOCK).contains(true);
    }

    /** What came of it in some words. */
    public String verdict() {
        if (!complete()) {
            return "not finished";
        }
        if (!held()) {
            return "not held in " + times(TUNED, false);
        }
        return beyondProperties()
                ? "held, and by no property"
                : "held, and claims nothing: "
                        + (passedBy(STOCK).contains(true)
                                ? "so does stock in " + times(STOCK, true)
                                : "the property does as well in " + times(PROPERTY, true));
    }

    private String times(String column, boolean passing) {
        return passedBy(column).stream().filter(each -> each == passing).count() + " of " + times;
    }
}
