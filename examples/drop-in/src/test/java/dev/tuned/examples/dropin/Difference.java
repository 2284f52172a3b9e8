/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where two recordings of one case differ.
 *
 * @param texts per aspect what stock showed and what was seen with the starters
 */
record Difference(Map<String, Texts> texts) {

    record Texts(String stock, String tuned) {}

    /** All cases of two recordings, normalized; those that are equal have a difference without aspects. */
    static Map<String, Difference> between(
            Map<String, Map<String, String>> stock, Map<String, Map<String, String>> tuned) {
        TreeSet<String> names = new TreeSet<>(stock.keySet());
        names.addAll(tuned.keySet());
        Map<String, Difference> differences = new TreeMap<>();
        for (String name : names) {
            Map<String, String> before = stock.getOrDefault(name, Map.of());
            Map<String, String> after = OwnNames.without(name, before, tuned.getOrDefault(name, Map.of()));
            differences.put(name, ofCase(before, after));
        }
        return differences;
    }

    private static Difference ofCase(Map<String, String> stock, Map<String, String> tuned) {
        Map<String, Texts> texts = new LinkedHashMap<>();
        TreeSet<String> aspects = new TreeSet<>(stock.keySet());
        aspects.addAll(tuned.keySet());
        for (String aspect : aspects) {
            String before = stock.getOrDefault(aspect, "(nothing was seen)");
            String after = tuned.getOrDefault(aspect, "(nothing was seen)");
            if (!before.equals(after)) {
                texts.put(aspect, new Texts(before, after));
            }
        }
        return new Difference(texts);
    }

    /** What is in this difference and in the one of a second pair. */
    Difference repeatedIn(Difference second) {
        Map<String, Texts> repeated = new LinkedHashMap<>(texts);
        repeated.keySet().retainAll(second.texts.keySet());
        return new Difference(repeated);
    }

    TreeSet<String> aspects() {
        return new TreeSet<>(texts.keySet());
    }

    /** The lines that only one of the two has, by aspect. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        texts.forEach((aspect, seen) -> {
            List<String> stock = Arrays.asList(seen.stock().split("\n", -1));
            List<String> tuned = Arrays.asList(seen.tuned().split("\n", -1));
            text.append(aspect).append(":\n");
            int from = text.length();
            append(text, "  stock: ", only(stock, tuned));
            append(text, "  tuned: ", only(tuned, stock));
            if (text.length() == from) {
                text.append("  the same lines in another order\n");
                append(text, "  stock: ", stock);
                append(text, "  tuned: ", tuned);
            }
        });
        return text.toString();
    }

    private static void append(StringBuilder text, String start, List<String> lines) {
        lines.stream()
                .limit(20)
                .forEach(line -> text.append(start)
                        .append(line, 0, Math.min(line.length(), 400))
                        .append('\n'));
    }

    private static List<String> only(List<String> lines, List<String> others) {
        Map<String, Integer> left = new HashMap<>();
        others.forEach(line -> left.merge(line, 1, Integer::sum));
        return lines.stream()
                .filter(line -> left.merge(line, -1, Integer::sum) < 0)
                .toList();
    }
}
