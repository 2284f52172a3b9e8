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
                + "; flush every %dms and at %s"
                        .formatted(
                                settings.sink().flushInterval().toMillis(),
                                settings.sink().flushLevel());
    }

    private static String one(Tuned one) {
        if (one instanceof Tuned.Behind behind) {
            return "%s behind the AsyncAppender %s (queue %d, caller data %s)"
                    .formatted(one.name(), one.front().getName(), behind.front().getQueueSize(), callerData(one));
        }
        TunedAsyncAppender front = ((Tuned.Sink) one).front();
        if (front.isCaptured()) {
            return one.name() + " synchronous (the standard stream was replaced: someone reads it)";
        }
        return "%s asynchronous (queue %d, caller data %s)"
                .formatted(one.name(), front.getQueueSize(), callerData(one));
    }

    private static String callerData(Tuned one) {
        return one.callerData().frames() > 0 ? "on" : "off";
    }

    /** An appender of the user's configuration has warned by itself. */
    static List<String> warnings(List<Tuned> tuned) {
        return tuned.stream()
                .filter(one -> !(one instanceof Tuned.Sink sink && sink.configured()))
                .flatMap(one -> one.callerData().warnings(one.name()).stream())
                .toList();
    }
}
