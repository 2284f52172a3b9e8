/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of events on their way to one write, with the place where each event ends. It grows for an event that is longer than
 * itself and returns to its size when empty. Of an event that was begun and not ended nothing is written. For one thread.
 */
public final class BatchBuffer {

    private static final int INITIAL_EVENTS = 256;
    /** So that the line which fills it does not make it grow: an encoder asks for more than it will need. */
    private static final int SPARE_BYTES = 8 * 1024;

    private final int size;
    private byte[] bytes;
    private int end;
    private int begin;
    /** Where the last event ends. */
    private int mark;

    private int[] ends = new int[INITIAL_EVENTS];
    private Level[] levels = new Level[INITIAL_EVENTS];
    private int events;
    /** Events known to be written whole. */
    private int whole;
    /** Bytes that the last write was given. */
    private int asked;

    private final AtomicLong writes = new AtomicLong();
    private final AtomicLong shortWrites = new AtomicLong();

    public BatchBuffer(int size) {
        this.size = size;
        this.bytes = new byte[size + SPARE_BYTES];
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

    /** Begins an event in the place of one that was begun and not ended, and makes sure that nothing can go wrong when it ends. */
    void beginEvent() {
        end = mark;
        if (events == ends.length) {
            int[] longer = Arrays.copyOf(ends, events * 2);
            levels = Arrays.copyOf(levels, events * 2);
            ends = longer;
        }
    }

    /** Ends an event of a level; it may have no bytes. */
    void endEvent(Level level) {
        ends[events] = end;
        levels[events] = level;
        mark = end;
        events++;
    }

    /** Whether it holds as much as one write should take. */
    public boolean isFull() {
        return end >= size;
    }

    public boolean isEmpty() {
        return begin == mark && events == 0;
    }

    int events() {
        return events;
    }

    public boolean hasRemaining() {
        return begin < mark;
    }

    public int remainingBytes() {
        return mark - begin;
    }

    /**
     * The next bytes to write at once: as many of the remaining events as have no more than {@code maxBytes}; of an event that has more
     * only as many whole lines, and at least one. What was written must be {@linkplain #written noted} before the next.
     */
    public ByteBuffer remaining(int maxBytes) {
        int last = wholeEvents();
        while (last + 1 < events && ends[last + 1] - begin <= maxBytes) {
            last++;
        }
        asked = ends[last] - begin;
        if (asked > maxBytes) {
            asked = lines(maxBytes);
        }
        return ByteBuffer.wrap(bytes, begin, asked);
    }

    /** Writes {@link #remaining} to a stream and flushes it. */
    public void writeTo(OutputStream stream, int maxBytes) throws IOException {
        remaining(maxBytes);
        stream.write(bytes, begin, asked);
        stream.flush();
        written(asked);
    }

    private int lines(int maxBytes) {
        for (int length = maxBytes; length > 0; length--) {
            if (bytes[begin + length - 1] == '\n') {
                return length;
            }
        }
        int length = maxBytes;
        while (length < asked && bytes[begin + length - 1] != '\n') {
            length++;
        }
        return length;
    }

    /** Notes that {@code count} of these bytes were written; if not all of them, what remains begins in the middle of them. */
    public void written(int count) {
        begin += count;
        writes.lazySet(writes.get() + 1);
        if (count < asked) {
            shortWrites.lazySet(shortWrites.get() + 1);
        }
    }

    /** How many writes there were so far, for any thread that wants to know whether writing goes on. */
    long writes() {
        return writes.get();
    }

    /** How many of them took fewer bytes than they were given; for any thread. */
    long shortWrites() {
        return shortWrites.get();
    }

    Level level(int event) {
        return levels[event];
    }

    /** How many events have been written whole. */
    int wholeEvents() {
        while (whole < events && ends[whole] <= begin) {
            whole++;
        }
        return whole;
    }

    /** Goes back to the beginning of the event that was written in part, if one was. */
    public void rewindToWholeEvent() {
        int first = wholeEvents();
        begin = first == 0 ? 0 : ends[first - 1];
    }

    public void clear() {
        begin = 0;
        end = 0;
        mark = 0;
        events = 0;
        whole = 0;
        if (bytes.length > size + SPARE_BYTES) {
            bytes = new byte[size + SPARE_BYTES];
        }
    }
}
