/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/** Reads segments of memory, all full but for the last. For one thread. */
final class SegmentInputStream extends InputStream {

    private final byte[][] segments;

    private long left;

    private int segment;

    private int position;

    private long leftAtMark;

    private int markedSegment;

    private int markedPosition;

    SegmentInputStream(byte[][] segments, long size) {
        this.segments = segments;
        this.left = size;
        this.leftAtMark = size;
    }

    @Override
    public int read() {
        if (left == 0) {
            return -1;
        }
        byte[] current = current();
        left--;
        return current[position++] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (left == 0) {
            return (length == 0) ? 0 : -1;
        }
        int count = 0;
        while (count < length && left > 0) {
            byte[] current = current();
            int step = piece(current, length - count);
            System.arraycopy(current, position, bytes, offset + count, step);
            advance(step);
            count += step;
        }
        return count;
    }

    @Override
    public byte[] readAllBytes() {
        if (left > Integer.MAX_VALUE) {
            throw new OutOfMemoryError("Part of an upload is larger than an array can be");
        }
        byte[] all = new byte[(int) left];
        read(all, 0, all.length);
        return all;
    }

    @Override
    public byte[] readNBytes(int length) throws IOException {
        if (length < 0) {
            throw new IllegalArgumentException("Negative length");
        }
        byte[] some = new byte[(int) Math.min(length, left)];
        read(some, 0, some.length);
        return some;
    }

    @Override
    public long transferTo(OutputStream out) throws IOException {
        long count = left;
        while (left > 0) {
            byte[] current = current();
            int step = piece(current, Integer.MAX_VALUE);
            out.write(current, position, step);
            advance(step);
        }
        return count;
    }

    @Override
    public long skip(long count) {
        long skipped = 0;
        while (skipped < count && left > 0) {
            int step = piece(current(), (int) Math.min(Integer.MAX_VALUE, count - skipped));
            advance(step);
            skipped += step;
        }
        return skipped;
    }

    @Override
    public int available() {
        return (int) Math.min(Integer.MAX_VALUE, left);
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    public void mark(int readLimit) {
        leftAtMark = left;
        markedSegment = segment;
        markedPosition = position;
    }

    /** Goes back to the mark, or to the beginning where there is none. */
    @Override
    public void reset() {
        left = leftAtMark;
        segment = markedSegment;
        position = markedPosition;
    }

    /** The segment that holds the next byte; only while something is left. */
    private byte[] current() {
        if (position == segments[segment].length) {
            segment++;
            position = 0;
        }
        return segments[segment];
    }

    private int piece(byte[] current, int wanted) {
        return (int) Math.min(Math.min(wanted, current.length - position), left);
    }

    private void advance(int step) {
        position += step;
        left -= step;
    }
}
