/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.rolling.RollingFileAppender;

/** Stops what a logger context would stop, except the appenders that can go on to the last moment. */
final class JvmEnd {

    /** Exactly these need no more than a flush; a subclass may have to write something when it is closed. */
    private static final Set<Class<?>> STAY_OPEN =
            Set.of(ConsoleAppender.class, FileAppender.class, RollingFileAppender.class);

    private JvmEnd() {}

    static void stopOthers(LoggerContext context, List<Tuned> tuned) {
        Set<Appender<ILoggingEvent>> open = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Tuned one : tuned) {
            if (one.isOwn() && staysOpen(one.leaf())) {
                open.add(one.front());
                finishCompression(one.leaf().appender());
            }
        }
        for (Logger logger : context.getLoggerList()) {
            logger.iteratorForAppenders().forEachRemaining(appender -> {
                if (!open.contains(appender)) {
                    appender.stop();
                }
            });
        }
        context.getCopyOfListenerList().forEach(listener -> listener.onStop(context));
    }

    private static boolean staysOpen(Leaf leaf) {
        return STAY_OPEN.contains(leaf.appender().getClass()) && !leaf.hasFooter();
    }

    private static void finishCompression(Appender<ILoggingEvent> appender) {
        if (appender instanceof RollingFileAppender<ILoggingEvent> rolling) {
            rolling.getRollingPolicy().stop();
        }
    }
}
