/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

/** How a queue reports what has gone wrong. Neither method throws, nor waits for a lock that a caller of the queue may hold. */
public interface FailureReporter {

    /** Logs a WARN through the same appender, soon. */
    void log(String line);

    /** Reports to Logback's status what was thrown where nobody else sees it. */
    void failed(Throwable ex);
}
