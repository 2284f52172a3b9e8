/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.io.IOException;

import ch.qos.logback.classic.spi.ILoggingEvent;

/** The way from a {@link QueueWriter} to the user's appender. For the writer's thread, except {@link #prepare} and
 * {@link #appendInCaller}. */
public interface QueueOutput {

    /**
     * Called by the thread that logs where it has to encode, or where the event holds objects that an encoder may ask: returns the event
     * to hand over, which holds nothing that belongs to that thread.
     */
    default ILoggingEvent prepare(ILoggingEvent event) {
        return event;
    }

    /**
     * Gives the appender one event, which need not be written before {@link #flush}. Throws what the appender throws.
     *
     * @return false if the appender failed, and has reported that to Logback
     */
    boolean append(ILoggingEvent event);

    /** Where {@link #append} puts what it gathers; its caller keeps the account of events. */
    BatchBuffer batch();

    /**
     * Hands everything to the operating system; with an empty batch finds out whether that is possible again.
     *
     * @throws IOException if that failed
     */
    void flush() throws IOException;

    /** Whether a batch that could not be written is still there to be written later, from where it failed. */
    default boolean isResumable() {
        return false;
    }

    /** Gives the appender one event, past whatever is gathered. Called by the thread that logs; throws what the appender throws. */
    void appendInCaller(ILoggingEvent event);

    /** Leaves the appender as it was found. */
    default void close() {}
}
