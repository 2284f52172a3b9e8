/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.recovery.ResilientFileOutputStream;
import ch.qos.logback.core.rolling.LengthCounter;
import ch.qos.logback.core.rolling.RollingFileAppender;
import org.jspecify.annotations.Nullable;

/**
 * The file that an appender has open at the moment, by its channel: that tells how many bytes a write that failed has written. The
 * appender's stream is told of failures, so that Logback reports them and opens the file again as it always does.
 */
final class FileTarget implements BatchTarget {

    private static final byte[] NOTHING = {};

    private final FileAppender<ILoggingEvent> appender;
    private final @Nullable RollingFileAppender<ILoggingEvent> rolling;
    private boolean failing;

    FileTarget(FileAppender<ILoggingEvent> appender) {
        this.appender = appender;
        this.rolling = appender instanceof RollingFileAppender<ILoggingEvent> r ? r : null;
    }

    @Override
    public void encoded(int bytes) {
        LengthCounter counter =
                rolling == null ? null : rolling.getTriggeringPolicy().getLengthCounter();
        if (counter != null) {
            counter.add(bytes);
        }
    }

    @Override
    public void write(BatchBuffer batch) throws IOException {
        if (failing) {
            rollOverIfDue(batch);
        }
        writeToFile(batch);
    }

    private void writeToFile(BatchBuffer batch) throws IOException {
        if (!(appender.getOutputStream() instanceof ResilientFileOutputStream stream)) {
            failing = true;
            throw new IOException("file [" + appender.getFile() + "] is not open");
        }
        prepare(stream);
        try {
            FileChannel channel = stream.getChannel();
            while (batch.hasRemaining()) {
                batch.written(channel.write(batch.remaining()));
            }
        } catch (IOException ex) {
            failing = true;
            stream.postIOFailure(ex);
            throw ex;
        }
        if (failing) {
            failing = false;
            stream.flush();
        }
    }

    private void prepare(ResilientFileOutputStream stream) {
        if (failing) {
            // Writes nothing while it takes itself for broken, but opens the file anew when it is time for that.
            stream.write(NOTHING, 0, 0);
        } else {
            // A header, or what others wrote to it.
            stream.flush();
        }
    }

    /** While nothing can be written no event reaches the appender, which would ask for this: the next file may be writable. */
    private void rollOverIfDue(BatchBuffer batch) {
        if (rolling != null
                && rolling.getTriggeringPolicy().isTriggeringEvent(new File(rolling.getFile()), new LoggingEvent())) {
            batch.rewindToWholeEvent();
            rolling.rollover();
        }
    }

    @Override
    public void closing(BatchBuffer batch) {
        try {
            writeToFile(batch);
        } catch (IOException ex) {
            // Reported by the stream. The line that was cut off is written whole to the next file.
            batch.rewindToWholeEvent();
        }
    }
}
