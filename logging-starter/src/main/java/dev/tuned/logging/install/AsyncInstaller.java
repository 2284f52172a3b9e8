/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.rolling.RollingFileAppender;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.TunedAsyncAppender;
import dev.tuned.logging.output.AttachedAppenders;
import dev.tuned.logging.queue.CallerDataMode;
import dev.tuned.logging.queue.LoggingSettings;

/**
 * Puts an asynchronous appender in front of every console, file and stream appender of Logback's own that is attached to a logger.
 * A subclass of those, and Logback's {@code AsyncAppender}, are changed only if they were named; everything else is left alone.
 */
final class AsyncInstaller {

    /** Of these it is known that it does not matter on which thread they write: a subclass may have been made for that. */
    static final Set<Class<?>> KNOWN =
            Set.of(ConsoleAppender.class, FileAppender.class, RollingFileAppender.class, OutputStreamAppender.class);

    private final LoggerContext context;
    private final LoggingSettings settings;
    /** What stands in front of an appender, or in its place. */
    private final IdentityHashMap<Appender<ILoggingEvent>, TunedAsyncAppender> fronts = new IdentityHashMap<>();

    private final List<TunedAsyncAppender> tuned = new ArrayList<>();
    /** Appenders that would be changed if they were named: Logback's asynchronous ones, and subclasses with their class. */
    private final Set<String> toBeNamed = new LinkedHashSet<>();
    /** All others that stay as they are. */
    private final Set<String> others = new LinkedHashSet<>();

    private final List<ReplacedAsyncAppender> replaced = new ArrayList<>();

    private AsyncInstaller(LoggerContext context, LoggingSettings settings) {
        this.context = context;
        this.settings = settings;
    }

    static Installation install(LoggerContext context, LoggingSettings settings) {
        AsyncInstaller installer = new AsyncInstaller(context, settings);
        for (Logger logger : context.getLoggerList()) {
            // The iterator is one of a copy, which does not change with the list.
            logger.iteratorForAppenders().forEachRemaining(appender -> installer.install(logger, appender));
        }
        installer.replaced.forEach(one -> one.end(settings.shutdownTimeout));
        return new Installation(
                List.copyOf(installer.tuned), installer.toBeNamed, installer.others, installer.unknownNames());
    }

    /** Names in the settings that no appender of a logger has, or of one behind it. */
    private Set<String> unknownNames() {
        Set<String> unknown = new TreeSet<>(settings.include);
        unknown.addAll(settings.exclude);
        unknown.addAll(settings.overflowOf.keySet());
        AttachedAppenders.of(context).forEach(appender -> unknown.remove(String.valueOf(appender.getName())));
        return unknown;
    }

    private void install(Logger logger, Appender<ILoggingEvent> appender) {
        TunedAsyncAppender front = fronts.computeIfAbsent(appender, this::front);
        if (front != null && front != appender) {
            AttachedAppenders.replace(logger, appender, front);
        }
    }

    /** What is to stand in the place of an appender; {@code null} if that is left alone. */
    private @Nullable TunedAsyncAppender front(Appender<ILoggingEvent> appender) {
        String name = String.valueOf(appender.getName());
        if (appender instanceof TunedAsyncAppender own) {
            tuned.add(own);
            return own;
        }
        boolean named = settings.include.contains(name);
        if (settings.selects(name) && appender.getClass() == AsyncAppender.class) {
            Appender<ILoggingEvent> child = child((AsyncAppender) appender);
            if (named && appender.isStarted() && child != null && child.isStarted()) {
                return inPlaceOf((AsyncAppender) appender, child);
            }
            toBeNamed.add(name);
        } else if (settings.selects(name)
                && appender instanceof OutputStreamAppender<ILoggingEvent> stream
                && stream.isStarted()
                && stream.getEncoder() != null) {
            if (named || KNOWN.contains(stream.getClass())) {
                return inFrontOf(stream, stream, List.of(), settings.callerData);
            }
            toBeNamed.add(name + " (" + stream.getClass().getName() + ")");
        } else {
            others.add(name);
        }
        return null;
    }

    /** Logback takes no second one. */
    private static @Nullable Appender<ILoggingEvent> child(AsyncAppender async) {
        Iterator<Appender<ILoggingEvent>> children = async.iteratorForAppenders();
        return children.hasNext() ? children.next() : null;
    }

    /** An {@code AsyncAppender} hands on caller data only if it includes it, and then all of it where it is unknown what is printed. */
    private TunedAsyncAppender inPlaceOf(AsyncAppender async, Appender<ILoggingEvent> child) {
        CallerDataMode callerData = settings.callerData;
        if (callerData == CallerDataMode.AUTO && !async.isIncludeCallerData()) {
            callerData = CallerDataMode.OFF;
        } else if (callerData == CallerDataMode.AUTO && !(child instanceof OutputStreamAppender<?>)) {
            callerData = CallerDataMode.ON;
        }
        replaced.add(new ReplacedAsyncAppender(async, child));
        return inFrontOf(async, child, async.getCopyOfAttachedFiltersList(), callerData);
    }

    private TunedAsyncAppender inFrontOf(
            Appender<ILoggingEvent> found,
            Appender<ILoggingEvent> child,
            List<Filter<ILoggingEvent>> filters,
            CallerDataMode callerData) {
        TunedAsyncAppender front = new TunedAsyncAppender();
        front.setContext(context);
        front.setName(found.getName());
        front.use(settings);
        front.settings().callerData = callerData;
        front.addAppender(child);
        filters.forEach(front::addFilter);
        front.start();
        tuned.add(front);
        return front;
    }
}
