/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import ch.qos.logback.classic.Level;

/** The start-up lines. */
final class Description {

    private static final int KILOBYTE = 1024;

    private Description() {}

    /** What is in force; appenders that have the same in one go. */
    static String of(List<Tuned> tuned, AsyncSettings settings) {
        if (tuned.isEmpty()) {
            return "tuned logging: no appender writes to a stream, nothing changed";
        }
        Map<String, String> names = new LinkedHashMap<>();
        tuned.forEach(one -> names.merge(inForce(one, settings.sink()), one.name(), (a, b) -> a + ", " + b));
        return names.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining("; ", "tuned logging: ", ""));
    }

    private static String inForce(Tuned one, SinkSettings preset) {
        if (one instanceof Tuned.Behind behind) {
            return "behind the AsyncAppender %s (queue %d, caller data %s, flush every %s%s)"
                    .formatted(
                            behind.front().getName(),
                            behind.front().getQueueSize(),
                            callerData(one),
                            millis(preset.flushInterval()),
                            andAt(preset.flushLevel()));
        }
        TunedAsyncAppender front = ((Tuned.Sink) one).front();
        if (front.isCaptured()) {
            return "synchronous (the standard stream was replaced: someone reads it)";
        }
        SinkSettings settings = front.settings();
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

    private static String whenFull(SinkSettings settings) {
        return switch (settings.overflow()) {
            case BLOCK -> "callers wait";
            case BLOCK_TIMEOUT -> "callers wait for " + millis(settings.blockTimeout()) + ", then drop";
            case DROP_BELOW ->
                settings.dropBelowLevel() == Level.OFF
                        ? "events are dropped"
                        : "events below " + settings.dropBelowLevel() + " are dropped";
            case SYNC -> "callers help to write";
        };
    }

    private static String callerData(Tuned one) {
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
    static List<String> warnings(List<Tuned> tuned) {
        return tuned.stream()
                .filter(one -> !(one instanceof Tuned.Sink sink && sink.configured()))
                .flatMap(one -> one.callerData().warnings(one.name()).stream())
                .toList();
    }
}
