/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import ch.qos.logback.classic.spi.ILoggingEvent;

/** How a sink tells what has gone wrong. */
public interface FailureReporter {

    /** Makes the event that tells of it in the log. */
    ILoggingEvent event(String message);

    /** Reports what the encoder or the appender has thrown. Does not throw itself. */
    void threw(Throwable ex);
}
