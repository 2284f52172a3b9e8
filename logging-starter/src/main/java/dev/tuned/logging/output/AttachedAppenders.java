/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.spi.AppenderAttachable;

/** The appenders of a context's loggers and those behind them, at any depth. */
public final class AttachedAppenders {

    private AttachedAppenders() {}

    /** Returns those of one moment, each before the ones behind it; one that several loggers have comes several times. */
    public static List<Appender<ILoggingEvent>> of(LoggerContext context) {
        List<Appender<ILoggingEvent>> found = new ArrayList<>();
        context.getLoggerList().forEach(logger -> add(logger.iteratorForAppenders(), found));
        return found;
    }

    @SuppressWarnings("unchecked")
    private static void add(Iterator<Appender<ILoggingEvent>> appenders, List<Appender<ILoggingEvent>> found) {
        appenders.forEachRemaining(appender -> {
            found.add(appender);
            if (appender instanceof AppenderAttachable<?>) {
                add(((AppenderAttachable<ILoggingEvent>) appender).iteratorForAppenders(), found);
            }
        });
    }
}
