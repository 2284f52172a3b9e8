/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.nio.ByteBuffer;
import java.util.Arrays;

import ch.qos.logback.classic.Level;

/**
 * Bytes of events on their way to one write, with the place where each event ends. It grows for an event that is longer than
 * itself and returns to its size when empty. For one thread.
 */
final class BatchBuffer {

    private static final int INITIAL_EVENTS = 256;
    /** So that the line which fills it does not make it grow: an encoder asks for more than it will need. */
    private static final int SPARE = 8 * 1024;

    private static final int LARGEST_PIECE = 256 * 1024;

    private final int size;
    private byte[] bytes;
    private int end;
    private int begin;
    private int mark;
    private int[] ends = new int[INITIAL_EVENTS];
    private Level[] levels = new Level[INITIAL_EVENTS];
    private int events;

    BatchBuffer(int size) {
        this.size = size;
        this.bytes = new byte[size + SPARE];
    }

    void append(byte[] source, int length) {
        System.arraycopy(source, 0, reserve(length), end, length);
        end += length;
    }

    /** Makes room for so many bytes after {@link #end} and returns the array to put them in. */
    byte[] reserve(int length) {
        if (bytes.length - end < length) {
            bytes = Arrays.copyOf(bytes, Math.max(end + length, bytes.length * 2));
        }
        return bytes;
    }

    int end() {
        return end;
    }

    /** Sets where the bytes end, after some were put into the {@linkplain #reserve array}. */
    void end(int end) {
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
    void takeBack() {
        end = mark;
    }

    /** Ends an event of a level; it may have no bytes. */
    void endEvent(Level level) {
        ends[events] = end;
        levels[events++] = level;
    }

    /** Whether it holds as much as one write should take. */
    boolean isFull() {
        return end >= size;
    }

    boolean isEmpty() {
        return begin == end && events == 0;
    }

    int events() {
        return events;
    }

    boolean hasRemaining() {
        return begin < end;
    }

    int remainingBytes() {
        return end - begin;
    }

    /** The next bytes to write: a piece only of a very long line, because a channel copies what it is given off the heap. */
    ByteBuffer remaining() {
        return ByteBuffer.wrap(bytes, begin, Math.min(end - begin, LARGEST_PIECE));
    }

    /** Takes note that so many of the remaining bytes were written. */
    void written(int count) {
        begin += count;
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
    void rewindToWholeEvent() {
        int whole = wholeEvents();
        begin = whole == 0 ? 0 : ends[whole - 1];
    }

    void clear() {
        begin = 0;
        end = 0;
        mark = 0;
        events = 0;
        if (bytes.length > size + SPARE) {
            bytes = new byte[size + SPARE];
        }
    }
}
