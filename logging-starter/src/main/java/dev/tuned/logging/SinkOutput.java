/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.IOException;

import ch.qos.logback.classic.spi.ILoggingEvent;

/** The way from a {@link SinkWriter} to the user's appender. For the writer's thread. */
interface SinkOutput {

    /** Gives the appender one event, which need not be written before {@link #flush}. Throws what the appender throws. */
    void append(ILoggingEvent event);

    /** The events given since the last flush that succeeded. */
    BatchBuffer batch();

    /**
     * Hands everything to the operating system.
     *
     * @return false if the events of the batch are lost
     * @throws IOException if that failed, and can be tried again
     */
    boolean flush() throws IOException;

    /** Leaves the appender as it was found, except that it flushes every event. */
    void close();
}
