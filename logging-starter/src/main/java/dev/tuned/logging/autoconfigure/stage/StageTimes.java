/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.util.LinkedHashMap;
import java.util.LongSummaryStatistics;
import java.util.Map;

/**
 * How often stages ran and how long they took. Tells a number of names apart, in the order they came, and adds up the others, so
 * that names made from data do not fill the heap. Not thread-safe.
 */
final class StageTimes {

    static final int MAX_NAME = 200;
    static final String OTHER = "(other)";

    private final Map<String, LongSummaryStatistics> stages = new LinkedHashMap<>();
    private final int most;

    StageTimes(int most) {
        this.most = most;
    }

    void add(String name, long nanos) {
        LongSummaryStatistics stage = stages.get(name);
        (stage != null ? stage : ofNew(oneLine(name))).accept(nanos);
    }

    private LongSummaryStatistics ofNew(String line) {
        boolean hasPlace = stages.size() < most || stages.containsKey(line);
        return stages.computeIfAbsent(hasPlace ? line : OTHER, unused -> new LongSummaryStatistics());
    }

    /** The first characters of the text, with a question mark for whatever would break the line or change how it is shown. */
    private static String oneLine(String text) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), MAX_NAME) + 1);
        int end = Math.min(text.length(), MAX_NAME);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            line.append(isHarmless(c) ? c : '?');
        }
        return (end < text.length() ? line.append('…') : line).toString();
    }

    private static boolean isHarmless(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    /** Nanoseconds by their names, each fit for one line. */
    Map<String, LongSummaryStatistics> all() {
        return stages;
    }
}
