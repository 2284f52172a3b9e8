/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.recovery.ResilientFileOutputStream;

import dev.tuned.logging.queue.Output;

/**
 * The file that an appender has open, by its channel: that tells how many bytes a write has written, where Logback's stream keeps a
 * failure to itself. Each write is of whole lines, so that another process that appends to the file has its own before or after them;
 * where it is no file but a pipe, a write with more than one line is as short as a pipe takes whole. Logback's stream is notified of
 * failures, so that Logback reports them and opens the file again as it always does.
 */
final class FileOutput extends Output {

    private static final byte[] NOTHING = {};

    private final FileAppender<?> appender;
    private final ResilientFileOutputStream stream;
    private final ByteBuffer buffer;
    private FileChannel measured;
    private long length;
    private int piece;
    private boolean failing;

    /**
     * Creates it, and has written what the stream still holds: a header, or what the appender wrote without a flush.
     *
     * @param buffer a direct one; a channel would allocate one for each other buffer
     */
    FileOutput(FileAppender<?> appender, ResilientFileOutputStream stream, ByteBuffer buffer) throws IOException {
        super(stream);
        this.appender = appender;
        this.stream = stream;
        this.buffer = buffer;
        stream.flush();
        this.measured = channel();
        opened();
    }

    private FileChannel channel() throws IOException {
        FileChannel channel = stream.getChannel();
        if (channel == null) {
            throw new IOException("file [" + stream.getFile() + "] is not open");
        }
        return channel;
    }

    /** What has the name of a file may be a pipe, {@code /dev/stdout} for instance. */
    private void opened() throws IOException {
        length = measured.size();
        File file = stream.getFile();
        piece = file.exists() && !file.isFile() ? PIPE_BYTES : MAX_BYTES;
    }

    @Override
    public ByteBuffer buffer() {
        return buffer;
    }

    @Override
    public int piece() {
        return piece;
    }

    /** In prudent mode the caller holds a lock on the file. */
    @Override
    public boolean isSynchronous() {
        return appender.isPrudent();
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        try {
            if (failing) {
                // Writes nothing while it takes itself for broken, but opens the file again when it is time for that.
                stream.write(NOTHING, 0, 0);
            }
            FileChannel channel = channel();
            if (failing || channel != measured) {
                // A file that is shorter than what was written has not the beginning of a line that was cut off: it is
                // another one, since Logback opens it by its name and it may have been renamed, or was truncated.
                boolean isAnother = channel.size() < length;
                measured = channel;
                opened();
                if (isAnother) {
                    return REWIND;
                }
            }
            int count = channel.write(bytes);
            length += count;
            if (failing) {
                failing = false;
                stream.flush();
            }
            return count;
        } catch (IOException ex) {
            failing = true;
            stream.postIOFailure(ex);
            throw ex;
        }
    }

    @Override
    public boolean isResumable() {
        return true;
    }
}
