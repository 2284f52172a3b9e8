/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadFailure.Reason;

/** Bytes that a parser has read and not yet taken: a range of one pooled array. For one thread. */
final class BodyBuffer implements AutoCloseable {

    /** Tomcat's own message. */
    static final String EARLY_END = "Stream ended unexpectedly";

    private final InputStream in;

    private final BufferPool pool;

    private byte @Nullable [] bytes;

    private boolean closed;

    private int position;

    private int end;

    BodyBuffer(InputStream in, BufferPool pool) {
        this.in = in;
        this.pool = pool;
    }

    /** The array, the same until the next {@link #fill()}. */
    byte[] bytes() {
        if (bytes == null) {
            if (closed) {
                throw new IllegalStateException("The parser is closed");
            }
            bytes = pool.take();
        }
        return bytes;
    }

    /** Index of the first byte that is not taken. */
    int position() {
        return position;
    }

    /** Index behind the last byte read. */
    int end() {
        return end;
    }

    int available() {
        return end - position;
    }

    /** Takes the bytes before the index. */
    void advanceTo(int index) {
        position = index;
    }

    /** Reads until that many bytes are not taken; false if the body ends before. */
    boolean has(int count) throws IOException {
        while (available() < count) {
            if (!fill()) {
                return false;
            }
        }
        return true;
    }

    /** Reads once. */
    void more() throws IOException {
        if (!fill()) {
            throw new BodyException(Reason.TRUNCATED, EARLY_END, null);
        }
    }

    /**
     * Reads once, after moving bytes that are not taken to the beginning of the array. An array that is full of them is replaced by
     * one of twice its size, which has a limit: only a delimiter or a part's headers are left that long.
     *
     * @return false at the end of the body
     */
    boolean fill() throws IOException {
        byte[] array = bytes();
        int left = available();
        if (left == array.length) {
            array = Arrays.copyOf(array, 2 * array.length);
            bytes = array;
        } else if (left > 0 && position > 0) {
            System.arraycopy(array, position, array, 0, left);
        }
        position = 0;
        end = left;
        int count = in.read(array, end, array.length - end);
        if (count < 0) {
            return false;
        }
        end += count;
        return true;
    }

    /** Gives the array back; a second call does nothing. */
    @Override
    public void close() {
        closed = true;
        byte[] array = bytes;
        if (array != null) {
            bytes = null;
            position = 0;
            end = 0;
            pool.giveBack(array);
        }
    }
}
