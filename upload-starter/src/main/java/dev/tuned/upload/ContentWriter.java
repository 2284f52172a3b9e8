/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/** Keeps one part in memory that grows as bytes arrive, and moves it to a file when there are too many. For one thread. */
final class ContentWriter implements UploadSink.Writer<StoredContent> {

    private static final int FIRST_SEGMENT = 16 * 1024;

    /** Small enough not to need a region of the heap for itself, with the least regions (1 MB) that G1 has. */
    private static final int LARGEST_SEGMENT = 256 * 1024;

    private static final byte[][] NONE = {};

    private final UploadEngine engine;

    private final long threshold;

    private byte[][] segments = NONE;

    /** Bytes in all segments, and taken of the budget. */
    private long capacity;

    private long size;

    private @Nullable SpillFile file;

    private boolean ended;

    private @Nullable StoredContent stored;

    ContentWriter(UploadEngine engine, long threshold) {
        this.engine = engine;
        this.threshold = threshold;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        write(bytes, offset, length, Long.MAX_VALUE);
    }

    /**
     * Takes bytes.
     *
     * @param atMost these bytes and all that can come after them
     */
    void write(byte[] bytes, int offset, int length, long atMost) throws IOException {
        requireOpen();
        int kept = (file == null && size + length <= threshold) ? keep(bytes, offset, length, atMost) : 0;
        if (kept < length) {
            (file == null ? spill() : file).write(bytes, offset + kept, length - kept);
            size += length - kept;
        }
    }

    /** Returns how many there was memory for. */
    private int keep(byte[] bytes, int offset, int length, long atMost) {
        int first = (int) Math.min(capacity - size, length);
        if (first > 0) {
            append(bytes, offset, first);
        }
        int rest = length - first;
        if (rest == 0) {
            return length;
        }
        if (!grow(rest, atMost - first)) {
            return first;
        }
        append(bytes, offset + first, rest);
        return length;
    }

    private void append(byte[] bytes, int offset, int length) {
        byte[] last = segments[segments.length - 1];
        System.arraycopy(bytes, offset, last, last.length - (int) (capacity - size), length);
        size += length;
    }

    private boolean grow(int needed, long atMost) {
        long wish = Math.min(Math.max(capacity, FIRST_SEGMENT), LARGEST_SEGMENT);
        long bound = Math.min(atMost, threshold - capacity);
        int length = (int) Math.max(needed, Math.min(wish, bound));
        if (!engine.memory().tryTake(length)) {
            return false;
        }
        capacity += length;
        segments = Arrays.copyOf(segments, segments.length + 1);
        segments[segments.length - 1] = new byte[length];
        return true;
    }

    private SpillFile spill() throws IOException {
        SpillFile spilled = new SpillFile(engine);
        file = spilled;
        long left = size;
        for (byte[] segment : segments) {
            spilled.write(segment, 0, (int) Math.min(segment.length, left));
            left -= segment.length;
        }
        releaseMemory();
        return spilled;
    }

    @Override
    public StoredContent commit() throws IOException {
        requireOpen();
        ended = true;
        stored = (file == null)
                ? StoredContent.inMemory(engine, size, segments, capacity)
                : StoredContent.inFile(engine, size, file.complete());
        return stored;
    }

    @Override
    public void abort() {
        if (!ended) {
            ended = true;
            releaseMemory();
            if (file != null) {
                file.delete();
            }
        }
    }

    @Override
    public boolean undo() {
        if (stored == null) {
            return false;
        }
        stored.close();
        return !stored.wasMoved();
    }

    private void requireOpen() {
        if (ended) {
            throw new IllegalStateException("The part is committed or aborted");
        }
    }

    private void releaseMemory() {
        segments = NONE;
        engine.memory().giveBack(capacity);
        capacity = 0;
    }
}
