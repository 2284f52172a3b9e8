/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.stream;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/** Content of a part out of the parser's slices. For the thread that uses the part. */
final class PartInputStream extends InputStream {

    private final ParsedUploadPart part;

    private byte[] bytes = {};

    /** What is left of the current slice. */
    private int position;

    private int end;

    private boolean closed;

    PartInputStream(ParsedUploadPart part) {
        this.part = part;
    }

    @Override
    public int read() throws IOException {
        return fill() ? bytes[position++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, end - position);
        System.arraycopy(bytes, position, target, offset, count);
        position += count;
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        long left = count;
        while (left > 0 && fill()) {
            int step = (int) Math.min(left, end - position);
            position += step;
            left -= step;
        }
        return Math.max(0, count) - Math.max(0, left);
    }

    @Override
    public long transferTo(OutputStream out) throws IOException {
        long written = 0;
        while (fill()) {
            out.write(bytes, position, end - position);
            written += end - position;
            position = end;
        }
        return written;
    }

    /** Bytes that can be read without waiting for the client. */
    @Override
    public int available() throws IOException {
        part.check();
        return closed ? 0 : end - position;
    }

    @Override
    public void close() {
        closed = true;
    }

    private boolean fill() throws IOException {
        if (closed) {
            throw new IOException("The stream of part '" + part.name() + "' is closed");
        }
        part.check();
        while (position == end) {
            if (!part.nextSlice()) {
                return false;
            }
            bytes = part.array();
            position = part.offset();
            end = position + part.length();
        }
        return true;
    }
}
