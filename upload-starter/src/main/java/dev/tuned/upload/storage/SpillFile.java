/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Temporary file that one part is written to, in pieces of a buffer's size at least. For one thread. */
final class SpillFile {

    private final UploadStorage storage;

    private final Path path;

    private final FileChannel channel;

    private final byte[] buffer;

    private int buffered;

    private boolean closed;

    SpillFile(UploadStorage storage, Path directory) throws IOException {
        this.storage = storage;
        this.path = storage.files().name(directory);
        this.channel = storage.files().create(path);
        this.buffer = storage.buffers().take();
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
        ByteBuffer source = ByteBuffer.wrap(bytes, offset, length);
        while (source.hasRemaining()) {
            channel.write(source);
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
        storage.files().delete(path);
    }

    private void close() throws IOException {
        if (!closed) {
            closed = true;
            storage.buffers().giveBack(buffer);
            channel.close();
        }
    }
}
