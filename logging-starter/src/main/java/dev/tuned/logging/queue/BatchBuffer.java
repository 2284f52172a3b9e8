/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of events on their way to one write, with the place where each event ends. It grows for an event that is longer than
 * itself and returns to its size when empty. For one thread.
 */
public final class BatchBuffer {

    private static final int INITIAL_EVENTS = 256;
    /** So that the line which fills it does not make it grow: an encoder asks for more than it will need. */
    private static final int SPARE = 8 * 1024;

    private static final int LARGEST_PIECE = 16 * 1024;

    private final int size;
    private byte[] bytes;
    private int end;
    private int begin;
    private int mark;
    private int[] ends = new int[INITIAL_EVENTS];
    private Level[] levels = new Level[INITIAL_EVENTS];
    private int events;
    private final AtomicLong pieces = new AtomicLong();

    public BatchBuffer(int size) {
        this.size = size;
        this.bytes = new byte[size + SPARE];
    }

    /** Appends what an encoder returned, which may be nothing. */
    public void append(byte @Nullable [] source) {
        if (source != null) {
            System.arraycopy(source, 0, reserve(source.length), end, source.length);
            end += source.length;
        }
    }

    /** Makes room for {@code length} bytes after {@link #end} and returns the array to put them in. */
    public byte[] reserve(int length) {
        if (bytes.length - end < length) {
            bytes = Arrays.copyOf(bytes, Math.max(end + length, bytes.length * 2));
        }
        return bytes;
    }

    public int end() {
        return end;
    }

    /** Sets where the bytes end, after some were put into the {@linkplain #reserve array}. */
    public void end(int end) {
        this.end = end;
    }

    /** Begins an event, and makes sure that nothing can go wrong when it ends. */
    void beginEvent() {
        mark = end;
        if (events == ends.length) {
            ends = Arrays.copyOf(ends, events * 2);
            levels = Arrays.copyOf(levels, events * 2);
        }
    }

    /** Takes back what was appended since the event began. */
    void truncateToMark() {
        end = mark;
    }

    /** Ends an event of a level; it may have no bytes. */
    void endEvent(Level level) {
        ends[events] = end;
        levels[events++] = level;
    }

    /** Whether it holds as much as one write should take. */
    public boolean isFull() {
        return end >= size;
    }

    public boolean isEmpty() {
        return begin == end && events == 0;
    }

    int events() {
        return events;
    }

    public boolean hasRemaining() {
        return begin < end;
    }

    public int remainingBytes() {
        return end - begin;
    }

    /**
     * The next bytes to write: pieces, because a channel copies what it is given off the heap, and because a pipe that is read
     * slowly shows progress only from one write to the next.
     */
    public ByteBuffer remaining() {
        return ByteBuffer.wrap(bytes, begin, Math.min(end - begin, LARGEST_PIECE));
    }

    /** Notes that {@code count} of the remaining bytes were written. */
    public void written(int count) {
        begin += count;
        pieces.lazySet(pieces.get() + 1);
    }

    /** How many pieces were written so far, for any thread that wants to know whether writing goes on. */
    long pieces() {
        return pieces.get();
    }

    Level level(int event) {
        return levels[event];
    }

    /** How many events have been written whole. */
    int wholeEvents() {
        int whole = 0;
        while (whole < events && ends[whole] <= begin) {
            whole++;
        }
        return whole;
    }

    /** Goes back to the beginning of the event that was written in part, if one was. */
    public void rewindToWholeEvent() {
        int whole = wholeEvents();
        begin = whole == 0 ? 0 : ends[whole - 1];
    }

    public void clear() {
        begin = 0;
        end = 0;
        mark = 0;
        events = 0;
        if (bytes.length > size + SPARE) {
            bytes = new byte[size + SPARE];
        }
    }
}
