/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.spi.AppenderAttachable;
import ch.qos.logback.core.util.COWArrayList;
import org.jspecify.annotations.Nullable;

/** The appenders of a context's loggers and those behind them, at any depth. */
public final class AttachedAppenders {

    private static final long COPY_NANOS = 100_000;

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

    /**
     * Puts an appender in the place of another among those of a logger, which are called in that order: one after it may exit, or throw.
     * Logback can only append to its list, so the list itself is changed, in one step; where it is not to be had the place is the last.
     */
    public static void replace(Logger logger, Appender<ILoggingEvent> appender, Appender<ILoggingEvent> by) {
        COWArrayList<Appender<ILoggingEvent>> list = list(logger);
        int place = list == null ? -1 : list.indexOf(appender);
        if (list == null || place < 0) {
            // In this order a line logged at this moment may come twice; in the other one it would be lost.
            logger.addAppender(by);
            logger.detachAppender(appender);
            return;
        }
        do {
            list.set(place, by);
            // A thread that logs at this moment may have copied the list before, and put its copy in force after that.
            LockSupport.parkNanos(COPY_NANOS);
        } while (!Arrays.asList(list.asTypedArray()).contains(by));
    }

    @SuppressWarnings("unchecked")
    private static @Nullable COWArrayList<Appender<ILoggingEvent>> list(Logger logger) {
        Object attached = PrivateField.ATTACHED.of(logger);
        return (COWArrayList<Appender<ILoggingEvent>>) PrivateField.APPENDERS.of(attached);
    }
}
