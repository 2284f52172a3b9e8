/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Temporary file that one part is written to, in pieces of a buffer's size at least. For one thread. */
final class SpillFile {

    private final UploadEngine engine;

    private final Path path;

    private final FreeSpace space;

    private final FreeSpace.Watch watch;

    private final FileChannel channel;

    private final byte[] buffer;

    private int buffered;

    private boolean closed;

    SpillFile(UploadEngine engine) throws IOException {
        this.engine = engine;
        Path directory = engine.files().directory();
        this.space = new FreeSpace(directory, engine.settings().minFreeSpace());
        this.watch = space.watch();
        this.path = engine.files().name(directory);
        space.check();
        this.channel = create();
        this.buffer = engine.buffers().take();
    }

    private FileChannel create() throws IOException {
        try {
            return engine.files().create(path);
        } catch (IOException ex) {
            throw space.explain(ex, 0);
        }
    }

    void write(byte[] bytes, int offset, int length) throws IOException {
        if (length > buffer.length - buffered) {
            flush();
        }
        if (length >= buffer.length) {
            writeThrough(bytes, offset, length);
        } else {
            System.arraycopy(bytes, offset, buffer, buffered, length);
            buffered += length;
        }
    }

    private void flush() throws IOException {
        int length = buffered;
        buffered = 0;
        writeThrough(buffer, 0, length);
    }

    private void writeThrough(byte[] bytes, int offset, int length) throws IOException {
        watch.beforeWrite(length);
        try {
            ByteBuffer source = ByteBuffer.wrap(bytes, offset, length);
            while (source.hasRemaining()) {
                channel.write(source);
            }
        } catch (IOException ex) {
            throw space.explain(ex, length);
        }
    }

    /** Ends the file and returns it; deletes it if that fails. */
    Path complete() throws IOException {
        boolean complete = false;
        try {
            flush();
            close();
            complete = true;
            return path;
        } finally {
            if (!complete) {
                delete();
            }
        }
    }

    void delete() {
        try {
            close();
        } catch (IOException ex) {
            // It is deleted anyway.
        }
        engine.files().delete(path);
    }

    private void close() throws IOException {
        if (!closed) {
            closed = true;
            engine.buffers().giveBack(buffer);
            channel.close();
        }
    }
}
