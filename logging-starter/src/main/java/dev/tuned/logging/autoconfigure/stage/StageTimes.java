/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * How often stages ran and how long they took. Tells a number of names apart, in the order they came, and adds up the others, so
 * that names made from data do not fill the heap. Not thread-safe.
 */
final class StageTimes {

    static final int MAX_NAME = 200;
    static final String OTHER = "(other)";

    /** What would break the line or change how it is shown. */
    private static final Pattern HARMFUL = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

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

    /** The first characters of the text, with a question mark for whatever is harmful. */
    private static String oneLine(String text) {
        String line = text.length() > MAX_NAME ? text.substring(0, MAX_NAME) + "…" : text;
        return HARMFUL.matcher(line).replaceAll("?");
    }

    /** Nanoseconds by their names, each fit for one line. */
    Map<String, LongSummaryStatistics> all() {
        return stages;
    }

    /** One row for each stage, by name, of an interval in nanoseconds. */
    String table(long interval) {
        int width = stages.keySet().stream().mapToInt(String::length).reduce("stage".length(), Math::max);
        String name = "%-" + width + "s";
        StringBuilder table = new StringBuilder(String.format(Locale.ROOT, "stages in %.1f s%n", interval / 1e9));
        table.append(String.format(name + " %10s %12s %12s %12s", "stage", "count", "mean ms", "min ms", "max ms"));
        new TreeMap<>(stages)
                .forEach((stage, nanos) -> table.append(String.format(
                        Locale.ROOT,
                        "%n" + name + " %10d %12.4f %12.4f %12.4f",
                        stage,
                        nanos.getCount(),
                        nanos.getAverage() / 1e6,
                        nanos.getMin() / 1e6,
                        nanos.getMax() / 1e6)));
        return table.toString();
    }
}
