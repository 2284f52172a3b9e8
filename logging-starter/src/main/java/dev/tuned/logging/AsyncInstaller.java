/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.filter.ThresholdFilter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.filter.Filter;

/**
 * Puts an {@link AsyncSink} in front of every appender that writes to a stream and is attached to a logger. Behind an
 * {@code AsyncAppender} of the user's the appender is only tuned; everything else is left alone.
 */
final class AsyncInstaller {

    private final LoggerContext context;
    private final AsyncSettings settings;
    private final IdentityHashMap<Appender<ILoggingEvent>, Tuned> seen = new IdentityHashMap<>();
    private final List<Tuned> tuned = new ArrayList<>();

    AsyncInstaller(LoggerContext context, AsyncSettings settings) {
        this.context = context;
        this.settings = settings;
    }

    List<Tuned> install() {
        for (Logger logger : context.getLoggerList()) {
            for (Appender<ILoggingEvent> appender : attached(logger.iteratorForAppenders())) {
                install(logger, appender);
            }
        }
        return tuned;
    }

    static List<Appender<ILoggingEvent>> attached(Iterator<Appender<ILoggingEvent>> iterator) {
        List<Appender<ILoggingEvent>> appenders = new ArrayList<>();
        iterator.forEachRemaining(appenders::add);
        return appenders;
    }

    private void install(Logger logger, Appender<ILoggingEvent> appender) {
        if (appender instanceof OutputStreamAppender<ILoggingEvent> stream && isSelected(stream)) {
            AsyncAppender sink =
                    seen.computeIfAbsent(appender, a -> wrap(logger, stream)).front();
            // In this order a line logged at this moment may come twice; in the other one it would be lost.
            logger.addAppender(sink);
            logger.detachAppender(appender);
        } else if (appender.getClass() == AsyncAppender.class && !seen.containsKey(appender)) {
            tune(logger, (AsyncAppender) appender);
        }
    }

    private boolean isSelected(OutputStreamAppender<ILoggingEvent> appender) {
        return appender.isStarted()
                && appender.getEncoder() != null
                && settings.selects(String.valueOf(appender.getName()));
    }

    private Tuned wrap(Logger logger, OutputStreamAppender<ILoggingEvent> appender) {
        CallerDataPlan plan = CallerDataPlan.of(settings.callerData(), appender, logger, true);
        List<Filter<ILoggingEvent>> filters = appender.getCopyOfAttachedFiltersList();
        Leaf leaf = new Leaf(appender, plan.hides());
        AsyncSink sink = new AsyncSink(leaf, settings);
        shareLeadingThresholds(filters, sink);
        plan.applyTo(sink, logger);
        sink.start();
        return add(new Tuned(sink, leaf, plan));
    }

    /** What the appender's level threshold would deny need not be queued first; a threshold may be asked twice. */
    private static void shareLeadingThresholds(List<Filter<ILoggingEvent>> filters, AsyncSink sink) {
        for (Filter<ILoggingEvent> filter : filters) {
            if (filter.getClass() != ThresholdFilter.class) {
                return;
            }
            sink.addFilter(filter);
        }
    }

    private void tune(Logger logger, AsyncAppender async) {
        for (Appender<ILoggingEvent> appender : attached(async.iteratorForAppenders())) {
            if (appender instanceof OutputStreamAppender<ILoggingEvent> stream
                    && isSelected(stream)
                    && settings.selects(String.valueOf(async.getName()))) {
                CallerDataPlan plan =
                        CallerDataPlan.of(settings.callerData(), stream, logger, async.isIncludeCallerData());
                plan.applyTo(async, logger);
                seen.put(async, add(new Tuned(async, new Leaf(stream, plan.hides()), plan)));
            }
        }
    }

    private Tuned add(Tuned one) {
        one.leaf().setContext(context);
        tuned.add(one);
        return one;
    }
}
