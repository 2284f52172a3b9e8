/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;

/** An appender as it is now. */
sealed interface Tuned {

    /** What the loggers call. */
    Appender<ILoggingEvent> front();

    /** What is done about caller data. */
    CallerDataPlan callerData();

    /** The name of the appender that writes. */
    String name();

    /** Hands everything logged so far to the operating system, and returns whether that was done in time. */
    boolean flush();

    /** Leaves nothing in a buffer or queue of ours from now on. */
    void drain();

    /**
     * Behind a hand-off of ours.
     *
     * @param configured whether the user's configuration has it, and not we have put it there
     */
    record Sink(TunedAsyncAppender front, CallerDataPlan callerData, boolean configured) implements Tuned {

        @Override
        public String name() {
            return front.getName();
        }

        @Override
        public boolean flush() {
            return front.flush();
        }

        @Override
        public void drain() {
            front.drain();
        }
    }

    /** Behind an {@code AsyncAppender} of the user's: only the flushing is ours. */
    record Behind(AsyncAppender front, Leaf leaf, CallerDataPlan callerData) implements Tuned {

        @Override
        public String name() {
            return leaf.appender().getName();
        }

        @Override
        public boolean flush() {
            leaf.flush();
            return true;
        }

        @Override
        public void drain() {
            leaf.flushEveryEvent();
        }
    }
}
