/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

import ch.qos.logback.classic.Level;

import dev.tuned.logging.TunedAsyncAppender;
import dev.tuned.logging.queue.LoggingSettings;
import dev.tuned.logging.queue.OverflowPolicy;

/** The start-up lines. */
final class StartupSummary {

    private static final String LEFT_ALONE =
            "left alone (asynchronous already, or of a class of its own; named in tuned.logging.async.include it is changed)";

    private StartupSummary() {}

    /** What is active; appenders that have the same in one go. */
    static String of(List<TunedAsyncAppender> tuned, Set<String> leftAlone) {
        if (tuned.isEmpty() && leftAlone.isEmpty()) {
            return "tuned logging: no appender writes to a stream, nothing changed";
        }
        Map<String, String> names = new LinkedHashMap<>();
        for (TunedAsyncAppender one : tuned) {
            String active = active(one);
            String others = names.get(active);
            names.put(active, (others != null) ? others + ", " + one.getName() : one.getName());
        }
        if (!leftAlone.isEmpty()) {
            names.put(LEFT_ALONE, String.join(", ", leftAlone));
        }
        StringJoiner summary = new StringJoiner("; ", "tuned logging: ", "");
        for (Map.Entry<String, String> entry : names.entrySet()) {
            summary.add(entry.getValue() + " " + entry.getKey());
        }
        return summary.toString();
    }

    private static String active(TunedAsyncAppender one) {
        if (one.isCaptured()) {
            return "synchronous (the standard stream was replaced: someone reads it)";
        }
        LoggingSettings settings = one.settings();
        return "asynchronous (queue %d, full: %s, caller data %s%s)"
                .formatted(
                        settings.queueSize,
                        whenFull(settings, settings.overflowOf(one.getName())),
                        one.callerData().frames() > 0 ? "on" : "off",
                        settings.encodeInCaller ? ", encoded by callers" : "");
    }

    private static String whenFull(LoggingSettings settings, OverflowPolicy overflow) {
        return switch (overflow) {
            case BLOCK -> "callers wait while the writer makes progress";
            case BLOCK_FOREVER -> "callers wait for ever";
            case DROP_BELOW ->
                settings.dropBelowLevel == Level.OFF
                        ? "events are dropped"
                        : "events below " + settings.dropBelowLevel + " are dropped";
        };
    }

    static List<String> warnings(List<TunedAsyncAppender> tuned, Set<String> unknownNames) {
        List<String> warnings = new ArrayList<>();
        if (!unknownNames.isEmpty()) {
            warnings.add("tuned logging: no appender of a logger is named "
                    + String.join(", ", unknownNames)
                    + ", as include, exclude or overflow-of below tuned.logging.async has it");
        }
        for (TunedAsyncAppender one : tuned) {
            warnings.addAll(one.warnings());
        }
        return warnings;
    }
}
