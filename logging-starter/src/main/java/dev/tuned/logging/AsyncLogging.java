/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.List;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import dev.tuned.logging.output.AttachedAppenders;
import dev.tuned.logging.queue.AppenderStatistics;

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
     * Finds an appender of the application's by its name: the one behind a {@link TunedAsyncAppender} of that name, or behind
     * Logback's own {@code AsyncAppender}, or simply the one a logger has. The same with and without the starter: what was logged before
     * is written first, also when the appender is kept and asked to roll over or stop later.
     *
     * @param name of the appender, {@code FILE} or {@code CONSOLE} with Spring Boot's defaults
     * @param type what it has to be, {@code RollingFileAppender.class} for instance
     * @return {@code null} if no logger has such an appender
     */
    static <A extends Appender<?>> @Nullable A appender(String name, Class<A> type) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            for (Appender<ILoggingEvent> each : AttachedAppenders.of(context)) {
                if (each instanceof TunedAsyncAppender front && front.getAppender(name) != null) {
                    // What it is asked to do next, a rollover for instance, comes after what was logged.
                    front.flush();
                } else if (name.equals(each.getName()) && type.isInstance(each)) {
                    return type.cast(each);
                }
            }
        }
        return null;
    }

    /**
     * Waits until everything logged so far through the appenders of this context has been handed to the operating system.
     *
     * @return whether it was within the shutdown timeout
     */
    boolean flushAppenders();

    /**
     * The appenders in front of those that write, put there by the starter or by the user, in the order of the loggers' names. A
     * reload of Logback's file makes new ones.
     */
    List<TunedAsyncAppender> appenders();

    /** What has become of the events of each of them. */
    default List<AppenderStatistics> statistics() {
        return appenders().stream().map(TunedAsyncAppender::statistics).toList();
    }
}
