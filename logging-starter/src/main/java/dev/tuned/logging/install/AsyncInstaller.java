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
import ch.qos.logback.core.spi.AppenderAttachable;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.TunedAsyncAppender;
import dev.tuned.logging.output.CallerDataPlan;
import dev.tuned.logging.queue.LoggingSettings;

import static java.util.Objects.requireNonNull;

/**
 * Puts an asynchronous appender in front of every console, file and stream appender of Logback's own that is attached to a logger.
 * A subclass of those, and Logback's {@code AsyncAppender}, are changed only if they were named; everything else is left alone.
 */
final class AsyncInstaller {

    /** Of these it is known that it does not matter on which thread they write: a subclass may have been made for that. */
    private static final Set<Class<?>> KNOWN =
            Set.of(ConsoleAppender.class, FileAppender.class, RollingFileAppender.class, OutputStreamAppender.class);

    private final LoggerContext context;
    private final LoggingSettings settings;
    private final IdentityHashMap<Appender<ILoggingEvent>, TunedAsyncAppender> seen = new IdentityHashMap<>();
    private final List<TunedAsyncAppender> tuned = new ArrayList<>();
    private final Set<String> leftAlone = new LinkedHashSet<>();
    private final List<ReplacedAsyncAppender> replaced = new ArrayList<>();

    AsyncInstaller(LoggerContext context, LoggingSettings settings) {
        this.context = context;
        this.settings = settings;
    }

    List<TunedAsyncAppender> install() {
        for (Logger logger : context.getLoggerList()) {
            for (Appender<ILoggingEvent> appender : attached(logger.iteratorForAppenders())) {
                install(logger, appender);
            }
        }
        for (ReplacedAsyncAppender one : replaced) {
            one.end(settings.shutdownTimeout);
        }
        return tuned;
    }

    /** Appenders that would be changed if they were named: Logback's asynchronous ones, and subclasses with their class. */
    Set<String> leftAlone() {
        return leftAlone;
    }

    /** Names in the settings that no appender of a logger has, or of one behind it. */
    Set<String> unknownNames() {
        Set<String> unknown = new TreeSet<>(settings.include);
        unknown.addAll(settings.exclude);
        unknown.addAll(settings.overflowOf.keySet());
        for (Logger logger : context.getLoggerList()) {
            removeNames(attached(logger.iteratorForAppenders()), unknown);
        }
        return unknown;
    }

    private static void removeNames(List<Appender<ILoggingEvent>> appenders, Set<String> names) {
        for (Appender<ILoggingEvent> appender : appenders) {
            names.remove(String.valueOf(appender.getName()));
            if (appender instanceof AppenderAttachable<?>) {
                @SuppressWarnings("unchecked")
                AppenderAttachable<ILoggingEvent> inFront = (AppenderAttachable<ILoggingEvent>) appender;
                removeNames(attached(inFront.iteratorForAppenders()), names);
            }
        }
    }

    static List<Appender<ILoggingEvent>> attached(Iterator<Appender<ILoggingEvent>> iterator) {
        List<Appender<ILoggingEvent>> appenders = new ArrayList<>();
        while (iterator.hasNext()) {
            appenders.add(iterator.next());
        }
        return appenders;
    }

    private void install(Logger logger, Appender<ILoggingEvent> appender) {
        if (appender instanceof TunedAsyncAppender own) {
            if (!seen.containsKey(own)) {
                add(own, own);
            }
        } else if (appender instanceof OutputStreamAppender<ILoggingEvent> stream) {
            install(logger, stream);
        } else if (appender.getClass() == AsyncAppender.class) {
            install(logger, (AsyncAppender) appender);
        }
    }

    private void install(Logger logger, OutputStreamAppender<ILoggingEvent> appender) {
        String name = String.valueOf(appender.getName());
        if (!appender.isStarted() || appender.getEncoder() == null || !settings.selects(name)) {
            return;
        }
        if (KNOWN.contains(appender.getClass()) || settings.names(name)) {
            TunedAsyncAppender front = seen.get(appender);
            AppenderPlace.replace(logger, appender, (front != null) ? front : wrap(appender));
        } else {
            leftAlone.add(name + " (" + appender.getClass().getName() + ")");
        }
    }

    private TunedAsyncAppender wrap(OutputStreamAppender<ILoggingEvent> appender) {
        CallerDataPlan plan = CallerDataPlan.of(settings.callerData, appender, context, true);
        return add(appender, handOff(appender, appender.getName(), List.of(), plan));
    }

    private TunedAsyncAppender handOff(
            Appender<ILoggingEvent> appender, String name, List<Filter<ILoggingEvent>> filters, CallerDataPlan plan) {
        TunedAsyncAppender front = new TunedAsyncAppender();
        front.setContext(context);
        front.setName(name);
        front.use(settings);
        front.addAppender(appender);
        for (Filter<ILoggingEvent> filter : filters) {
            front.addFilter(filter);
        }
        front.setCallerDataPlan(plan);
        front.start();
        return front;
    }

    private void install(Logger logger, AsyncAppender async) {
        if (settings.names(String.valueOf(async.getName())) && hasStartedChild(async)) {
            TunedAsyncAppender front = seen.get(async);
            AppenderPlace.replace(logger, async, (front != null) ? front : inPlaceOf(async));
        } else if (settings.selects(String.valueOf(async.getName()))) {
            leftAlone.add(String.valueOf(async.getName()));
        }
    }

    private static boolean hasStartedChild(AsyncAppender async) {
        Appender<ILoggingEvent> child = child(async);
        return async.isStarted() && child != null && child.isStarted();
    }

    /** Logback takes no second one. */
    private static @Nullable Appender<ILoggingEvent> child(AsyncAppender async) {
        Iterator<Appender<ILoggingEvent>> children = async.iteratorForAppenders();
        return children.hasNext() ? children.next() : null;
    }

    private TunedAsyncAppender inPlaceOf(AsyncAppender async) {
        Appender<ILoggingEvent> child = requireNonNull(child(async));
        CallerDataPlan plan = child instanceof OutputStreamAppender<ILoggingEvent> stream
                ? CallerDataPlan.of(settings.callerData, stream, context, async.isIncludeCallerData())
                : new CallerDataPlan(async.isIncludeCallerData() ? context.getMaxCallerDataDepth() : 0, null);
        replaced.add(new ReplacedAsyncAppender(async, child));
        return add(async, handOff(child, async.getName(), async.getCopyOfAttachedFiltersList(), plan));
    }

    private TunedAsyncAppender add(Appender<ILoggingEvent> appender, TunedAsyncAppender by) {
        seen.put(appender, by);
        tuned.add(by);
        return by;
    }
}
