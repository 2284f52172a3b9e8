/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Reads the segments of a {@link StoredContent}, all full but for the last. Holds them until its end or its close, so that no other
 * upload writes to them meanwhile; every access is within its monitor, or has its own hold. Safe for use by many threads.
 */
final class SegmentInputStream extends InputStream {

    private final StoredContent content;

    private final long size;

    /** Null while nothing is held. */
    private byte @Nullable [][] held;

    private boolean closed;

    private long position;

    private long mark;

    /** @param held segments that the content retains for this stream */
    SegmentInputStream(StoredContent content, byte[][] held) {
        this.content = content;
        this.held = held;
        size = content.size();
    }

    @Override
    public synchronized int read() throws IOException {
        if (isAtEnd()) {
            return -1;
        }
        byte[][] all = held();
        int result = all[index(all)][offset(all)] & 0xFF;
        advance(1);
        return result;
    }

    @Override
    public synchronized int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        if (isAtEnd()) {
            return -1;
        }
        byte[][] all = held();
        int count = (int) Math.min(length, size - position);
        for (int copied = 0; copied < count; ) {
            byte[] segment = all[index(all)];
            int from = offset(all);
            int step = Math.min(count - copied, segment.length - from);
            System.arraycopy(segment, from, bytes, offset + copied, step);
            position += step;
            copied += step;
        }
        advance(0);
        return count;
    }

    @Override
    public synchronized byte[] readAllBytes() throws IOException {
        checkOpen();
        byte[] rest = new byte[Math.toIntExact(size - position)];
        read(rest, 0, rest.length);
        return rest;
    }

    @Override
    public long transferTo(OutputStream out) throws IOException {
        byte[][] all;
        long from;
        synchronized (this) {
            if (isAtEnd()) {
                return 0;
            }
            from = position;
            all = held();
            held = null; // The hold is this call's now.
            position = size;
        }
        try {
            long at = from;
            while (at < size) {
                byte[] segment = all[(int) (at / all[0].length)];
                int offset = (int) (at % all[0].length);
                int step = (int) Math.min(segment.length - offset, size - at);
                out.write(segment, offset, step);
                at += step;
            }
            return size - from;
        } finally {
            content.release();
        }
    }

    @Override
    public synchronized long skip(long count) throws IOException {
        checkOpen();
        long skipped = Math.max(0, Math.min(count, size - position));
        advance(skipped);
        return skipped;
    }

    @Override
    public synchronized int available() throws IOException {
        checkOpen();
        return (int) Math.min(Integer.MAX_VALUE, size - position);
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    public synchronized void mark(int readLimit) {
        mark = position;
    }

    /** Goes back to the mark, or to the beginning where there is none. */
    @Override
    public synchronized void reset() throws IOException {
        checkOpen();
        position = mark;
    }

    @Override
    public synchronized void close() {
        closed = true;
        letGo();
    }

    private boolean isAtEnd() throws IOException {
        checkOpen();
        return position == size;
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new IOException("Stream closed");
        }
    }

    private byte[][] held() throws IOException {
        byte[][] all = held;
        if (all == null) {
            all = content.retain();
            held = all;
        }
        return all;
    }

    private int index(byte[][] all) {
        return (int) (position / all[0].length);
    }

    private int offset(byte[][] all) {
        return (int) (position % all[0].length);
    }

    private void advance(long count) {
        position += count;
        if (position == size) {
            letGo();
        }
    }

    private void letGo() {
        if (held != null) {
            held = null;
            content.release();
        }
    }
}
