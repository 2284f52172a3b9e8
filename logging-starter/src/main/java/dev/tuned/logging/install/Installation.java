/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.output.AppenderQueue;

/**
 * What was done to the appenders of a logger context, and how people are told.
 *
 * @param queues those of the asynchronous appenders, in the order of the loggers' names
 * @param leftAlone names of the appenders that were left as they are, with the reason, which is empty for those that were excluded
 * @param failed names of those that should have been asynchronous, with the reason why they are not
 * @param unknownNames names in the settings that no appender has
 */
public record Installation(
        List<AppenderQueue> queues,
        Map<String, String> leftAlone,
        Map<String, String> failed,
        Set<String> unknownNames) {

    static final Installation NONE = new Installation(List.of(), Map.of(), Map.of(), Set.of());

    /** What is active, in one line; appenders that have the same in one go. */
    public String describe() {
        Map<String, String> names = new LinkedHashMap<>();
        for (AppenderQueue one : queues) {
            names.merge(active(one), one.name(), (others, name) -> others + ", " + name);
        }
        if (names.isEmpty() && leftAlone.isEmpty()) {
            return "tuned logging: no appender writes to a stream, nothing changed";
        }
        leftAlone.forEach((name, reason) -> names.merge(
                reason.isEmpty() ? "left alone" : "left alone (" + reason + ")",
                name,
                (others, another) -> others + ", " + another));
        List<String> parts = new ArrayList<>();
        names.forEach((what, which) -> parts.add(which + " " + what));
        return "tuned logging: " + String.join("; ", parts);
    }

    private static String active(AppenderQueue one) {
        if (one.isCaptured()) {
            return "synchronous (the standard stream was replaced: someone reads it)";
        }
        AppenderStatistics now = one.statistics();
        String full = switch (now.overflow()) {
            case BLOCK -> "callers wait while the output makes progress";
            case BLOCK_FOREVER -> "callers wait, forever if need be";
        };
        return "asynchronous (queue %d KB, when full %s)".formatted(now.capacityBytes() >> 10, full);
    }

    /** What cannot be meant, or could not be done, one line each, naming the appender. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (!unknownNames.isEmpty()) {
            warnings.add("tuned logging: no appender of a logger is named "
                    + String.join(", ", unknownNames)
                    + ", as include, exclude or overflow-of below tuned.logging.async has it");
        }
        failed.forEach(
                (name, reason) -> warnings.add("tuned logging: appender " + name + " stays synchronous: it " + reason));
        return warnings;
    }

    /** How many appenders are as they are without the starter. */
    public int stock() {
        return leftAlone.size() + failed.size();
    }
}
