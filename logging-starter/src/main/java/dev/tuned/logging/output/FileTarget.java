/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.recovery.ResilientFileOutputStream;
import ch.qos.logback.core.rolling.LengthCounter;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.rolling.TriggeringPolicy;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.queue.BatchBuffer;
import dev.tuned.logging.queue.LoggingSettings;

/**
 * The file that an appender has open at the moment, by its channel: that tells how many bytes a write that failed has written. Each
 * write is of whole lines, so that another process that appends to the file has its own before or after them; where it is no file but a
 * pipe, a write with more than one line is as short as a pipe takes whole. The appender's stream is notified of failures, so that Logback
 * reports them and opens the file again as it always does.
 */
final class FileTarget implements BatchTarget {

    private static final byte[] NOTHING = {};
    private final FileAppender<ILoggingEvent> appender;
    private final @Nullable RollingFileAppender<ILoggingEvent> rolling;
    private @Nullable FileChannel measured;
    private long length;
    /** Most bytes of a write, but for a line that is longer itself. */
    private int maxBytes = MAX_PIPE_BYTES;

    private boolean failing;

    FileTarget(FileAppender<ILoggingEvent> appender) {
        this.appender = appender;
        this.rolling = appender instanceof RollingFileAppender<ILoggingEvent> r ? r : null;
    }

    /** A policy that looks at the file would not see that it has grown to its size: the batch that brings it there is written. */
    @Override
    public void appending(BatchBuffer batch) {
        if (rolling != null
                && !failing
                && batch.hasRemaining()
                && rolling.getTriggeringPolicy() instanceof SizeBasedTriggeringPolicy<ILoggingEvent> policy) {
            long limit = policy.getMaxFileSize().getSize();
            try {
                measure();
                if (length < limit && length + batch.remainingBytes() >= limit) {
                    write(batch);
                }
            } catch (IOException ex) {
                // It will be tried again with the whole batch.
                failing = true;
            }
        }
    }

    private void measure() throws IOException {
        FileChannel current =
                appender.getOutputStream() instanceof ResilientFileOutputStream stream ? stream.getChannel() : null;
        if (current != null && current != measured) {
            opened(current);
        }
    }

    /** What has the name of a file may be a pipe, {@code /dev/stdout} for instance. */
    private void opened(FileChannel channel) throws IOException {
        measured = channel;
        length = channel.size();
        maxBytes = Files.isRegularFile(Path.of(appender.getFile()))
                ? (int) LoggingSettings.BUFFER_BYTES.max()
                : MAX_PIPE_BYTES;
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
        ResilientFileOutputStream stream = stream();
        try {
            FileChannel channel = stream.getChannel();
            continueIn(channel, batch);
            while (batch.hasRemaining()) {
                int count = channel.write(batch.remaining(maxBytes));
                batch.written(count);
                length += count;
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

    /**
     * A line that was cut off is continued in the file that has its beginning. A file that is shorter than what was written has
     * not: it is another one, since Logback opens the file by its name again and it may have been renamed, or was truncated.
     */
    private void continueIn(FileChannel channel, BatchBuffer batch) throws IOException {
        if (failing || channel != measured) {
            if (channel.size() < length) {
                batch.rewindToWholeEvent();
            }
            opened(channel);
        }
    }

    private ResilientFileOutputStream stream() throws IOException {
        if (appender.getOutputStream() == null && rolling != null) {
            // A rollover could not open the next one. Logback does not try again.
            failing = true;
            rolling.openFile(rolling.getFile());
        }
        if (!(appender.getOutputStream() instanceof ResilientFileOutputStream stream)) {
            throw new IOException("file [" + appender.getFile() + "] is not open");
        }
        if (failing) {
            // Writes nothing while it takes itself for broken, but reopens the file when it is time for that.
            stream.write(NOTHING, 0, 0);
        } else {
            // A header, or what others wrote to it.
            stream.flush();
        }
        return stream;
    }

    /** While nothing can be written no event reaches the appender, which would ask for this: the next file may be writable. */
    private void rollOverIfDue(BatchBuffer batch) {
        if (rolling == null) {
            return;
        }
        TriggeringPolicy<ILoggingEvent> policy = rolling.getTriggeringPolicy();
        // Logback's do not look at the event; one of the user's is asked about what was logged, and nothing else.
        if (policy.getClass().getName().startsWith("ch.qos.logback.")
                && policy.isTriggeringEvent(new File(rolling.getFile()), new LoggingEvent())) {
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
