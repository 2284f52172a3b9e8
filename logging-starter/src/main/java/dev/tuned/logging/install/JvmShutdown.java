/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.util.List;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.rolling.RollingFileAppender;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.TunedAsyncAppender;

/** Stops what a logger context would stop, except the appenders that can go on to the last moment. */
final class JvmShutdown {

    private JvmShutdown() {}

    static void stopOthers(LoggerContext context, List<TunedAsyncAppender> tuned) {
        List<TunedAsyncAppender> open =
                tuned.stream().filter(one -> staysOpen(one.child())).toList();
        open.forEach(one -> finishCompression(one.child()));
        for (Logger logger : context.getLoggerList()) {
            logger.iteratorForAppenders().forEachRemaining(appender -> {
                if (!(appender instanceof TunedAsyncAppender one && open.contains(one))) {
                    appender.stop();
                }
            });
        }
        context.getCopyOfListenerList().forEach(listener -> listener.onStop(context));
    }

    /** Exactly Logback's own need no more than a flush; a subclass may have to write something when it is closed, and so a user's stream. */
    private static boolean staysOpen(@Nullable Appender<ILoggingEvent> appender) {
        return appender instanceof OutputStreamAppender<ILoggingEvent> stream
                && AsyncInstaller.KNOWN.contains(stream.getClass())
                && stream.getClass() != OutputStreamAppender.class
                && !hasFooter(stream);
    }

    private static boolean hasFooter(OutputStreamAppender<ILoggingEvent> appender) {
        byte[] footer = appender.getEncoder().footerBytes();
        return footer != null && footer.length > 0;
    }

    private static void finishCompression(@Nullable Appender<ILoggingEvent> appender) {
        if (appender instanceof RollingFileAppender<ILoggingEvent> rolling) {
            rolling.getRollingPolicy().stop();
        }
    }
}
