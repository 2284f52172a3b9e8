/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds {@code LF - - boundary} in bytes. For one thread.
 *
 * <p>There are two searches. The skip search looks at four bytes: the last ones of a place where the delimiter could lie. If the
 * delimiter does not hold them it can skip nearly a whole delimiter, else as far as to where it holds them (Horspool, over hashes
 * of four bytes); it looks at four such places before it branches. The word search looks for the delimiter's line feed and first
 * hyphen in eight places at once. It takes over where skips are short: with a short delimiter, or where boundary and body repeat
 * themselves.
 *
 * <p>A boundary holds no line feed, so two places where the delimiter is compared do not overlap: the time is in proportion to the
 * body, whatever the boundary.
 */
final class DelimiterSearch {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ONES = 0x0101010101010101L;

    private static final long HIGHS = 0x8080808080808080L;

    private static final long LINE_FEEDS = '\n' * ONES;

    private static final long HYPHENS = '-' * ONES;

    private static final byte[] BEGINNING = {'\n', '-', '-'};

    /** Bytes that the skip search looks at together. */
    private static final int GRAM = 4;

    private static final int TABLE_BITS = 11;

    /** 2^32 divided by the golden ratio: the highest bits of a product with it depend on all bits of the other factor. */
    private static final int MULTIPLIER = 0x9e3779b9;

    private static final int MIN_DELIMITER_TO_SKIP = 12;

    /** Bytes of a delimiter, so that each number in {@link #shortfalls} fits in a byte. */
    private static final int MAX_DELIMITER_TO_SKIP = 120;

    /** Steps after which the skip search looks at the average of its skips. */
    private static final int STEPS_BETWEEN_CHECKS = 64;

    /** Bytes of a step on average; the word search is faster below it. */
    private static final int MIN_SKIP = 8;

    private final byte[] delimiter;

    /** Bytes to skip after four bytes that the delimiter does not hold. */
    private final int longSkip;

    /** For each hash of four bytes, by how many bytes their skip is shorter than the long one. */
    private final byte[] shortfalls;

    private final boolean wordSearch;

    DelimiterSearch(byte[] boundary) {
        int length = BEGINNING.length + boundary.length;
        delimiter = Arrays.copyOf(BEGINNING, length);
        System.arraycopy(boundary, 0, delimiter, BEGINNING.length, boundary.length);
        longSkip = length - GRAM + 1;
        wordSearch = length < MIN_DELIMITER_TO_SKIP || length > MAX_DELIMITER_TO_SKIP;
        shortfalls = wordSearch ? new byte[0] : new byte[1 << TABLE_BITS];
        for (int i = 0; !wordSearch && i < longSkip; i++) {
            shortfalls[hash(delimiter, i)] = (byte) (i + 1);
        }
    }

    private static int hash(byte[] bytes, int index) {
        return ((int) INT.get(bytes, index) * MULTIPLIER) >>> (32 - TABLE_BITS);
    }

    byte[] delimiter() {
        return delimiter;
    }

    /** Whether the range, which ends with a line break, holds a whole delimiter, or begins with one without its line feed. */
    boolean isIn(byte[] bytes, int from, int to) {
        int length = delimiter.length;
        if (from + length <= to
                && Arrays.equals(bytes, from, from + length - 1, delimiter, 1, length)
                && isEnd(bytes, from + length - 1)) {
            return true;
        }
        for (int at = indexOf(bytes, from, to); at >= 0; at = indexOf(bytes, at + 1, to)) {
            if (isEnd(bytes, at + length)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a line break or the closing hyphens are at the index, behind a delimiter. */
    static boolean isEnd(byte[] bytes, int index) {
        return bytes[index] == '\n'
                || (bytes[index] == '\r' && bytes[index + 1] == '\n')
                || (bytes[index] == '-' && bytes[index + 1] == '-');
    }

    /** Index of the first delimiter that lies whole within the range, or -1. */
    int indexOf(byte[] bytes, int from, int to) {
        return wordSearch ? wordSearch(bytes, from, to) : skipSearch(bytes, from, to);
    }

    private int skipSearch(byte[] bytes, int from, int to) {
        byte[] table = shortfalls;
        int skip = longSkip;
        int last = to - GRAM; // where the delimiter's last four bytes could begin at most
        int lead = skip - 1; // from the delimiter's beginning to them
        int gram = from + lead;
        int mark = gram;
        int steps = 0;
        while (true) {
            while (gram + 3 * skip <= last
                    && (table[hash(bytes, gram)]
                                    | table[hash(bytes, gram + skip)]
                                    | table[hash(bytes, gram + 2 * skip)]
                                    | table[hash(bytes, gram + 3 * skip)])
                            == 0) {
                gram += 4 * skip;
            }
            if (gram > last) {
                return -1;
            }
            int step = skip - table[hash(bytes, gram)];
            if (step == 0) {
                if (bytes[gram - lead] == '\n' && isAt(bytes, gram - lead)) {
                    return gram - lead;
                }
                step = 1;
            }
            gram += step;
            if (++steps == STEPS_BETWEEN_CHECKS) {
                if (gram - mark < STEPS_BETWEEN_CHECKS * MIN_SKIP) {
                    return wordSearch(bytes, gram - lead, to);
                }
                steps = 0;
                mark = gram;
            }
        }
    }

    private int wordSearch(byte[] bytes, int from, int to) {
        int last = to - delimiter.length; // where the last delimiter could begin
        int i = from;
        // The second word ends 1 byte after the first, and every delimiter has 4 or more.
        for (; i + 7 <= last; i += 8) {
            while (i + 31 <= last
                    && (candidates(bytes, i)
                                    | candidates(bytes, i + 8)
                                    | candidates(bytes, i + 16)
                                    | candidates(bytes, i + 24))
                            == 0) {
                i += 32;
            }
            if (i + 7 > last) {
                break;
            }
            long candidates = candidates(bytes, i);
            while (candidates != 0) {
                int place = i + (Long.numberOfTrailingZeros(candidates) >>> 3);
                if (isAt(bytes, place)) {
                    return place;
                }
                candidates &= candidates - 1;
            }
        }
        for (; i <= last; i++) {
            if (isAt(bytes, i)) {
                return i;
            }
        }
        return -1;
    }

    /** The highest bit of each of eight bytes that may be a line feed with a hyphen behind it. */
    private static long candidates(byte[] bytes, int index) {
        long different = ((long) LONG.get(bytes, index) ^ LINE_FEEDS) | ((long) LONG.get(bytes, index + 1) ^ HYPHENS);
        return (different - ONES) & ~different & HIGHS;
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
