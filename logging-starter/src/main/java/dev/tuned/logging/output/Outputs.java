/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.rolling.RollingFileAppender;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.queue.LoggingSettings;
import dev.tuned.logging.queue.QueueOutput;

/** Chooses how to write to an appender. */
public final class Outputs {

    private Outputs() {}

    /**
     * In batches for exactly Logback's console and file appenders, event by event for any other.
     *
     * @param console the stream it writes to if it is a console
     * @param beforeClose called where somebody else than the writer is about to close the file
     */
    public static QueueOutput of(
            Appender<ILoggingEvent> appender,
            @Nullable ConsoleStream console,
            LoggingSettings settings,
            Runnable beforeClose) {
        if (appender.getClass() == ConsoleAppender.class
                && appender instanceof ConsoleAppender<ILoggingEvent> stream
                && stream.getEncoder() != null
                && console != null) {
            return new BatchOutput(stream, new StandardStreamTarget(stream, console), settings, beforeClose);
        }
        if ((appender.getClass() == FileAppender.class || appender.getClass() == RollingFileAppender.class)
                && appender instanceof FileAppender<ILoggingEvent> file
                && file.getEncoder() != null
                && !file.isPrudent()) {
            return new BatchOutput(file, new FileTarget(file), settings, beforeClose);
        }
        return new AppenderOutput(appender);
    }
}
