/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.spi.AppenderAttachable;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.TunedAsyncAppender;
import dev.tuned.logging.output.AppenderQueue;
import dev.tuned.logging.output.Conditions;
import dev.tuned.logging.queue.LoggingSettings;

/**
 * Puts a queue in front of the stream of every console, file and rolling file appender of Logback's own that is attached to a logger, and
 * of a subclass that was named. Everything else is left alone, and what is behind another appender.
 */
final class AsyncInstaller {

    private final LoggingSettings settings;
    private final List<AppenderQueue> queues = new ArrayList<>();
    private final Map<String, String> leftAlone = new LinkedHashMap<>();
    private final Map<String, String> failed = new LinkedHashMap<>();

    private AsyncInstaller(LoggingSettings settings) {
        this.settings = settings;
    }

    static Installation install(LoggerContext context, LoggingSettings settings) {
        Set<Appender<ILoggingEvent>> attached = new LinkedHashSet<>();
        for (Logger logger : context.getLoggerList()) {
            // The iterator is one of a copy, which does not change with the list.
            logger.iteratorForAppenders().forEachRemaining(attached::add);
        }
        AsyncInstaller installer = new AsyncInstaller(settings.sharedBy(attached.size()));
        Set<String> unknown = installer.unknownNames(attached);
        // First those that have put a queue in front of another appender: that may be attached itself, too.
        for (Appender<ILoggingEvent> appender : List.copyOf(attached)) {
            if (appender instanceof TunedAsyncAppender own) {
                Stream.ofNullable(own.queue()).forEach(installer.queues::add);
                attached.remove(own);
                own.iteratorForAppenders().forEachRemaining(attached::remove);
            }
        }
        attached.forEach(installer::install);
        return new Installation(List.copyOf(installer.queues), installer.leftAlone, installer.failed, unknown);
    }

    private void install(Appender<ILoggingEvent> appender) {
        String name = String.valueOf(appender.getName());
        if (!settings.selects(name)) {
            leftAlone.put(name, "");
        } else if (appender instanceof AsyncAppender) {
            leftAlone.put(name, "asynchronous already: it stands in front of others, and can go");
        } else {
            queueInFrontOf(appender, name, settings.include().contains(name));
        }
    }

    /** What was named and cannot be changed is worth a warning, and a Logback that cannot. */
    private void queueInFrontOf(Appender<ILoggingEvent> appender, String name, boolean named) {
        String reason = Conditions.against(appender, named);
        if (reason != null) {
            (named || !Conditions.isSupported() ? failed : leftAlone).put(name, reason);
            return;
        }
        try {
            queues.add(AppenderQueue.start(appender, settings, named));
        } catch (IllegalStateException ex) {
            failed.put(name, String.valueOf(ex.getMessage()));
        }
    }

    /** Names in the settings that no appender of a logger has, or of one behind it. */
    private Set<String> unknownNames(Set<Appender<ILoggingEvent>> attached) {
        Set<String> unknown = new TreeSet<>(settings.include());
        unknown.addAll(settings.exclude());
        attached.forEach(appender -> removeNames(appender, unknown));
        Set<String> inAnyCase = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        inAnyCase.addAll(settings.overflowOf().keySet());
        attached.forEach(appender -> removeNames(appender, inAnyCase));
        unknown.addAll(inAnyCase);
        return unknown;
    }

    @SuppressWarnings("unchecked")
    private static void removeNames(Appender<ILoggingEvent> appender, Set<String> names) {
        @Nullable String name = appender.getName();
        names.remove(String.valueOf(name));
        if (appender instanceof AppenderAttachable<?>) {
            ((AppenderAttachable<ILoggingEvent>) appender)
                    .iteratorForAppenders()
                    .forEachRemaining(behind -> removeNames(behind, names));
        }
    }
}
