/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

/** How a queue reports what has gone wrong. */
public interface FailureReporter {

    /** Logs a line through the same appender. For the writer's thread. */
    void log(String line);

    /** Reports what the encoder or the appender has thrown. Does not throw itself. */
    void failed(Throwable ex);
}
