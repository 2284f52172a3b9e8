/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lines as bytes in one array, each behind its length, in the order they were put in. One thread at a time puts lines in and one at a time
 * takes them out; both may do so at once. Any thread may ask how full it is, or {@linkplain #drop drop} everything.
 *
 * <p>Nothing is allocated after the constructor. A line is there once its end is {@linkplain #end published}, which is the last step: what
 * is thrown before leaves the ring as it was. Its room is free when it was written whole, so what is being written counts as queued.
 */
final class ByteRing {

    /** Bytes in front of each line, which have its length. */
    static final int HEADER = Integer.BYTES;

    private final byte[] bytes;
    /** Bytes put in since the start, headers included. */
    private final AtomicLong end = new AtomicLong();
    /** Bytes taken out since the start: where the first line begins. */
    private final AtomicLong begin = new AtomicLong();
    /** How much of the first line was written. Of the consumer. */
    private int done;
    /** The line that {@link #done} is about, by where it begins: it may have been dropped meanwhile. */
    private long doneOf;

    ByteRing(int capacity) {
        this.bytes = new byte[capacity];
    }

    int capacity() {
        return bytes.length;
    }

    /** Bytes in use, headers included. */
    long used() {
        // In this order: the beginning only grows, up to the end.
        long from = begin.get();
        return end.get() - from;
    }

    boolean isEmpty() {
        return used() == 0;
    }

    /** How many lines there are, for who keeps them from being taken out meanwhile. */
    long lines() {
        long last = end.get();
        long lines = 0;
        for (long at = begin.get(); at < last; at += HEADER + lengthAt(at)) {
            lines++;
        }
        return lines;
    }

    /** Where the next line will begin. It is written, or dropped, when {@link #begin} is there. */
    long end() {
        return end.get();
    }

    long begin() {
        return begin.get();
    }

    /** Whether a line could ever get in. */
    boolean fits(int length) {
        return length <= bytes.length - HEADER;
    }

    boolean hasRoomFor(int length) {
        return end.get() + HEADER + length - begin.get() <= bytes.length;
    }

    /** Copies a line in. For the producer, where there {@linkplain #hasRoomFor is room}. */
    void put(byte[] source, int offset, int length) {
        long at = end.get();
        for (int i = 0; i < HEADER; i++) {
            bytes[index(at + i)] = (byte) (length >>> (Byte.SIZE * i));
        }
        int to = index(at + HEADER);
        int first = Math.min(length, bytes.length - to);
        System.arraycopy(source, offset, bytes, to, first);
        System.arraycopy(source, offset + first, bytes, 0, length - first);
        end.set(at + HEADER + length);
    }

    private int index(long position) {
        return (int) (position % bytes.length);
    }

    private int lengthAt(long position) {
        int length = 0;
        for (int i = 0; i < HEADER; i++) {
            length |= (bytes[index(position + i)] & 0xff) << (Byte.SIZE * i);
        }
        return length;
    }

    /**
     * Copies what to write next, and takes nothing out. For the consumer, as is {@link #written}.
     *
     * @param target is cleared, and flipped when it is filled; empty if there is nothing
     * @param piece most bytes, if lines end within them: of a line that is longer as much as ends with {@code '\n'}, or else as much as
     *     the target holds
     * @return where the first line begins, to be told to {@link #written}
     */
    long peek(ByteBuffer target, int piece) {
        target.clear();
        long first = begin.get();
        long last = end.get();
        int skip = done(first);
        for (long at = first; at < last; ) {
            int length = lengthAt(at);
            int rest = length - skip;
            if (target.position() + rest > piece) {
                if (at == first) {
                    copyPart(at + HEADER + skip, rest, target, piece);
                }
                break;
            }
            copy(at + HEADER + skip, rest, target);
            at += HEADER + length;
            skip = 0;
        }
        target.flip();
        return first;
    }

    private int done(long first) {
        return doneOf == first ? done : 0;
    }

    private void copy(long position, int length, ByteBuffer target) {
        int from = index(position);
        int first = Math.min(length, bytes.length - from);
        target.put(bytes, from, first);
        target.put(bytes, 0, length - first);
    }

    private void copyPart(long position, int length, ByteBuffer target, int piece) {
        int most = Math.min(length, target.capacity());
        int preferred = Math.min(piece, most);
        for (int size = preferred; size > 0; size--) {
            if (bytes[index(position + size - 1)] == '\n') {
                copy(position, size, target);
                return;
            }
        }
        int size = preferred;
        while (size < most && bytes[index(position + size - 1)] != '\n') {
            size++;
        }
        copy(position, size, target);
    }

    /**
     * Takes out the lines that are written whole now, and keeps in mind how much of the next one is.
     *
     * @param first what {@link #peek} returned
     * @param count bytes written of what it copied
     * @return how many lines were taken out; none if all were {@linkplain #drop dropped} meanwhile
     */
    int written(long first, int count) {
        long last = end.get();
        long at = first;
        int rest = done(first) + count;
        int lines = 0;
        while (at < last && rest >= lengthAt(at)) {
            int length = lengthAt(at);
            rest -= length;
            at += HEADER + length;
            lines++;
        }
        if (!begin.compareAndSet(first, at)) {
            return 0;
        }
        done = rest;
        doneOf = at;
        return lines;
    }

    /** Forgets how much of the first line was written. For the consumer. */
    void rewind() {
        done = 0;
    }

    /**
     * Takes everything out, and returns how many lines that were. What is being written at the moment is then nothing of the ring any more.
     * For who keeps others from putting lines in, and from taking them out.
     */
    long drop() {
        long lines = lines();
        begin.set(end.get());
        return lines;
    }
}
