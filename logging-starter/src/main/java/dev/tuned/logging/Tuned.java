/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import ch.qos.logback.classic.AsyncAppender;

/**
 * One appender as it is now.
 *
 * @param front what the loggers call: an {@link AsyncSink}, or the user's own
 * @param leaf what writes
 * @param callerData what is done about caller data
 */
record Tuned(AsyncAppender front, Leaf leaf, CallerDataPlan callerData) {

    String name() {
        return leaf.appender().getName();
    }

    boolean isOwn() {
        return front instanceof AsyncSink;
    }

    boolean flush() {
        if (front instanceof AsyncSink sink) {
            return sink.flush();
        }
        leaf.flush();
        return true;
    }

    void drain() {
        if (front instanceof AsyncSink sink) {
            sink.drain();
        } else {
            leaf.flushEveryEvent();
        }
    }
}
