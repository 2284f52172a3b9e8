/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import ch.qos.logback.classic.Level;

import dev.tuned.logging.TunedAsyncAppender;
import dev.tuned.logging.queue.AppenderSettings;

/** The start-up lines. */
final class StartupSummary {

    private static final String LEFT_ALONE =
            "left alone (asynchronous already; named in tuned.logging.async.include it is replaced)";
    private static final int KILOBYTE = 1024;

    private StartupSummary() {}

    /** What is active; appenders that have the same in one go. */
    static String of(List<InstalledAppender> tuned, Set<String> leftAlone) {
        if (tuned.isEmpty() && leftAlone.isEmpty()) {
            return "tuned logging: no appender writes to a stream, nothing changed";
        }
        Map<String, String> names = new LinkedHashMap<>();
        tuned.forEach(one -> names.merge(active(one), one.name(), (a, b) -> a + ", " + b));
        leftAlone.forEach(name -> names.merge(LEFT_ALONE, name, (a, b) -> a + ", " + b));
        return names.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining("; ", "tuned logging: ", ""));
    }

    private static String active(InstalledAppender one) {
        TunedAsyncAppender front = one.front();
        if (front.isCaptured()) {
            return "synchronous (the standard stream was replaced: someone reads it)";
        }
        AppenderSettings settings = front.settings();
        return "asynchronous (queue %d, full: %s, caller data %s%s%s, flush %severy %s%s)"
                .formatted(
                        settings.queueSize(),
                        whenFull(settings),
                        callerData(one),
                        settings.encodeInCaller() ? ", encoded by callers" : "",
                        front.isGathering() ? ", buffer " + bytes(settings.bufferSize()) : "",
                        settings.flushOnIdle() ? "when idle, " : "",
                        millis(settings.flushInterval()),
                        andAt(settings.flushLevel()));
    }

    private static String whenFull(AppenderSettings settings) {
        return switch (settings.overflow()) {
            case BLOCK -> "callers wait while the writer makes progress";
            case BLOCK_FOREVER -> "callers wait for ever";
            case BLOCK_TIMEOUT -> "callers wait for " + millis(settings.blockTimeout()) + ", then drop";
            case DROP_BELOW ->
                settings.dropBelowLevel() == Level.OFF
                        ? "events are dropped"
                        : "events below " + settings.dropBelowLevel() + " are dropped";
            case SYNC -> "callers help to write";
        };
    }

    private static String callerData(InstalledAppender one) {
        return one.callerData().frames() > 0 ? "on" : "off";
    }

    private static String bytes(int bytes) {
        return bytes % KILOBYTE == 0 ? bytes / KILOBYTE + "KB" : bytes + "B";
    }

    private static String millis(Duration duration) {
        return duration.toMillis() + "ms";
    }

    private static String andAt(Level level) {
        return level == Level.OFF ? "" : " and at " + level;
    }

    /** An appender of the user's configuration has warned by itself. */
    static List<String> warnings(List<InstalledAppender> tuned) {
        return tuned.stream()
                .filter(one -> !one.configured())
                .flatMap(one -> one.callerData().warnings(one.name()).stream())
                .toList();
    }
}
