/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.List;
import java.util.stream.Collectors;

/** The start-up lines. */
final class Description {

    private Description() {}

    static String of(List<Tuned> tuned, AsyncSettings settings) {
        if (tuned.isEmpty()) {
            return "tuned logging: no appender writes to a stream, nothing changed";
        }
        return tuned.stream().map(Description::one).collect(Collectors.joining("; ", "tuned logging: ", ""))
                + "; flush every %dms and at ERROR"
                        .formatted(settings.flushInterval().toMillis());
    }

    private static String one(Tuned one) {
        if (one.leaf().isCaptured()) {
            return one.name() + " synchronous (the standard stream was replaced: someone reads it)";
        }
        return "%s %s, caller data %s)".formatted(one.name(), front(one), callerData(one.callerData()));
    }

    private static String front(Tuned one) {
        int queue = one.front().getQueueSize();
        return one.isOwn()
                ? "asynchronous (queue %d".formatted(queue)
                : "behind the AsyncAppender %s (queue %d".formatted(one.front().getName(), queue);
    }

    private static String callerData(CallerDataPlan plan) {
        return plan.frames() > 0 ? "on" : "off";
    }

    static List<String> warnings(List<Tuned> tuned) {
        return tuned.stream()
                .filter(one -> one.callerData().asked() && one.callerData().frames() > 0)
                .map(Description::warning)
                .toList();
    }

    private static String warning(Tuned one) {
        return ("tuned logging: the pattern of %s contains %s, for which every logging call walks the stack; take it out,"
                        + " or set tuned.logging.caller-data=off to print ? in its place")
                .formatted(
                        one.name(),
                        CallerDataPlan.conversionWord(one.leaf().appender().getEncoder()));
    }
}
