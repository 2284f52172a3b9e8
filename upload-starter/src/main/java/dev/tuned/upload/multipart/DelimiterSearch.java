/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds {@code CR LF - - boundary} in bytes. For one thread.
 *
 * <p>The search looks at four bytes: the last ones of a place where the delimiter could lie. If the delimiter does not hold them it
 * can skip nearly a whole delimiter, else as far as to where it holds them (Horspool, over hashes of four bytes). Where it can skip
 * next to nothing, it looks for the next carriage return.
 *
 * <p>A boundary holds no line break, so two places where the delimiter is compared do not overlap: the time is in proportion to the
 * body, whatever the boundary.
 */
final class DelimiterSearch {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final byte[] BEGINNING = {'\r', '\n', '-', '-'};

    /** Bytes that the search looks at together. */
    private static final int GRAM = 4;

    private static final int TABLE_BITS = 11;

    /** 2^32 divided by the golden ratio: the highest bits of a product with it depend on all bits of the other factor. */
    private static final int MULTIPLIER = 0x9e3779b9;

    /** So that each number in {@link #shortfalls} fits in a byte. */
    private static final int MAX_SKIP = 120;

    /** Below this it is faster to look for a carriage return, with which each delimiter begins. */
    private static final int SHORT_STEP = 8;

    /** So is it always with a delimiter that allows no longer skips. */
    private static final int SHORT_SKIP = 20;

    private final byte[] delimiter;

    /** Bytes to skip after four bytes that the delimiter does not hold, or not near its end. */
    private final int longSkip;

    /** For each hash of four bytes, by how many bytes their skip is shorter than the long one. */
    private final byte[] shortfalls = new byte[1 << TABLE_BITS];

    DelimiterSearch(byte[] boundary) {
        int length = BEGINNING.length + boundary.length;
        delimiter = Arrays.copyOf(BEGINNING, length);
        System.arraycopy(boundary, 0, delimiter, BEGINNING.length, boundary.length);
        longSkip = Math.min(length - GRAM + 1, MAX_SKIP);
        int last = length - GRAM;
        for (int shortfall = 1; shortfall <= longSkip; shortfall++) {
            shortfalls[hash(delimiter, last - longSkip + shortfall)] = (byte) shortfall;
        }
    }

    private static int hash(byte[] bytes, int index) {
        return ((int) INT.get(bytes, index) * MULTIPLIER) >>> (32 - TABLE_BITS);
    }

    byte[] delimiter() {
        return delimiter;
    }

    /** Index of the first delimiter that lies whole within the range, or -1. */
    int indexOf(byte[] bytes, int from, int to) {
        byte[] table = shortfalls;
        int skip = longSkip;
        int last = to - GRAM; // where the delimiter's last four bytes could begin at most
        int lead = delimiter.length - GRAM; // from the delimiter's beginning to them
        int gram = from + lead;
        while (gram <= last) {
            int step = skip - table[hash(bytes, gram)];
            if (step == 0) {
                if (bytes[gram - lead] == '\r' && isAt(bytes, gram - lead)) {
                    return gram - lead;
                }
                step = 1;
            }
            gram += step;
            boolean isShort = skip < SHORT_SKIP;
            if (isShort || step < SHORT_STEP) {
                int begin = gram - lead; // where the next delimiter could begin at the earliest
                int end = isShort ? to : Math.min(gram, to);
                while (begin < end && bytes[begin] != '\r') {
                    begin++;
                }
                gram = begin + lead;
            }
        }
        return -1;
    }

    private boolean isAt(byte[] bytes, int index) {
        return matching(bytes, index, index + delimiter.length) == delimiter.length;
    }

    /** Number of bytes from the index on, and before {@code to}, that are those of the delimiter. */
    private int matching(byte[] bytes, int index, int to) {
        int i = index;
        while (i < to && bytes[i] == delimiter[i - index]) {
            i++;
        }
        return i - index;
    }

    /**
     * Index from which on the bytes may be the beginning of a delimiter that goes on after the range, or the range's end.
     * Only for a range in which {@link #indexOf} found none.
     */
    int partialIndexOf(byte[] bytes, int from, int to) {
        for (int i = Math.max(from, to - delimiter.length + 1); i < to; i++) {
            if (matching(bytes, i, to) == to - i) {
                return i;
            }
        }
        return to;
    }
}
