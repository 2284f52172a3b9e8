/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.List;

import ch.qos.logback.classic.LoggerContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What applications ask of the asynchronous logging they log with. Thread-safe. */
public interface AsyncLogging {

    /** Returns what makes the appenders of a logger context asynchronous, or {@code null} where nothing does. */
    static @Nullable AsyncLogging of(LoggerContext context) {
        return (context.getObject(AsyncLogging.class.getName()) instanceof AsyncLogging installed) ? installed : null;
    }

    /**
     * Waits until everything logged so far has been handed to the operating system; for a test that reads a log file.
     *
     * @return whether it was within the shutdown timeout; true where nothing is asynchronous
     */
    static boolean flush() {
        AsyncLogging installed =
                LoggerFactory.getILoggerFactory() instanceof LoggerContext context ? of(context) : null;
        return installed == null || installed.flushAppenders();
    }

    /**
     * Waits until everything logged so far through the appenders of this context has been handed to the operating system.
     *
     * @return whether it was within the shutdown timeout
     */
    boolean flushAppenders();

    /**
     * What has become of the lines of each asynchronous appender, in the order of the loggers' names. A reload of Logback's file counts
     * from zero.
     */
    List<AppenderStatistics> statistics();
}
