/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one rule for what a starter may add to an application: beans, meters, endpoints, threads and log lines which stock has
 * not, and whose names say that they are ours.
 */
final class OwnNames {

    private static final Set<String> COUNTED = Set.of("beans", "meters", "threads", "endpoints");
    private static final Pattern LOG_LINE = Pattern.compile("^(TRACE|DEBUG|INFO|WARN|ERROR) +(\\S+) ");

    private OwnNames() {}

    /** What is left of a case of the application with starters, when what the rule allows is taken away. */
    static Map<String, String> without(String name, Map<String, String> stock, Map<String, String> tuned) {
        Map<String, String> left = new TreeMap<>(tuned);
        if (COUNTED.contains(name)) {
            left.entrySet()
                    .removeIf(entry -> !stock.containsKey(entry.getKey())
                            && (entry.getKey().startsWith("tuned")
                                    || entry.getKey().startsWith("dev.tuned.")));
        }
        left.computeIfPresent("log", (aspect, text) -> withoutOwnLines(text));
        return left;
    }

    /** Without the lines of our own loggers, and what belongs to them. */
    private static String withoutOwnLines(String log) {
        List<String> kept = new ArrayList<>();
        boolean ours = false;
        for (String line : log.split("\n", -1)) {
            Matcher matcher = LOG_LINE.matcher(line);
            if (matcher.find()) {
                String logger = matcher.group(2);
                ours = logger.startsWith("dev.tuned.") && !logger.startsWith("dev.tuned.examples.");
            }
            if (!ours) {
                kept.add(line);
            }
        }
        return String.join("\n", kept);
    }
}
