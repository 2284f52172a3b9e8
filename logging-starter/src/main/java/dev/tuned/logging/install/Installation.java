/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import ch.qos.logback.classic.Level;

import dev.tuned.logging.TunedAsyncAppender;
import dev.tuned.logging.queue.LoggingSettings;

/**
 * What was done to the appenders of a logger context, and how people are told.
 *
 * @param tuned the asynchronous ones, in the order of the loggers' names
 * @param toBeNamed those that would be asynchronous if they were named, with their class where that is why
 * @param others all others that were left as they are: excluded, or of a class that writes to no stream
 * @param unknownNames names in the settings that no appender has
 */
public record Installation(
        List<TunedAsyncAppender> tuned, Set<String> toBeNamed, Set<String> others, Set<String> unknownNames) {

    static final Installation NONE = new Installation(List.of(), Set.of(), Set.of(), Set.of());

    private static final String LEFT_ALONE =
            "left alone (asynchronous already, or of a class of its own; named in tuned.logging.async.include it is changed)";

    /** What is active, in one line; appenders that have the same in one go. */
    public String describe() {
        if (tuned.isEmpty() && toBeNamed.isEmpty()) {
            return "tuned logging: no appender writes to a stream, nothing changed";
        }
        Map<String, String> names = new LinkedHashMap<>();
        for (TunedAsyncAppender one : tuned) {
            names.merge(active(one), String.valueOf(one.getName()), (others, name) -> others + ", " + name);
        }
        if (!toBeNamed.isEmpty()) {
            names.put(LEFT_ALONE, String.join(", ", toBeNamed));
        }
        if (!others.isEmpty()) {
            names.put("left alone", String.join(", ", others));
        }
        List<String> parts = new ArrayList<>();
        names.forEach((what, which) -> parts.add(which + " " + what));
        return "tuned logging: " + String.join("; ", parts);
    }

    private static String active(TunedAsyncAppender one) {
        if (one.isCaptured()) {
            return "synchronous (the standard stream was replaced: someone reads it)";
        }
        LoggingSettings settings = one.settings();
        return "asynchronous (queue %d, full: %s, caller data %s%s)"
                .formatted(
                        settings.queueSize,
                        whenFull(settings, String.valueOf(one.getName())),
                        one.callerData().frames() > 0 ? "on" : "off",
                        settings.encodeInCaller ? ", encoded by callers" : "");
    }

    private static String whenFull(LoggingSettings settings, String appender) {
        return switch (settings.overflowOf(appender)) {
            case BLOCK -> "callers wait while the writer makes progress";
            case BLOCK_FOREVER -> "callers wait for ever";
            case DROP_BELOW ->
                settings.dropBelowLevel == Level.OFF
                        ? "events are dropped"
                        : "events below " + settings.dropBelowLevel + " are dropped";
        };
    }

    /** What costs more than it need, or cannot be meant, one line each, naming the appender and the setting to change. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (!unknownNames.isEmpty()) {
            warnings.add("tuned logging: no appender of a logger is named "
                    + String.join(", ", unknownNames)
                    + ", as include, exclude or overflow-of below tuned.logging.async has it");
        }
        tuned.stream().map(TunedAsyncAppender::warning).filter(Objects::nonNull).forEach(warnings::add);
        return warnings;
    }

    /** How many appenders are as they are without the starter. */
    public int stock() {
        return toBeNamed.size() + others.size();
    }
}
