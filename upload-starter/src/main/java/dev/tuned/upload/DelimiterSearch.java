/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds {@code CR LF - - boundary} in bytes. For one thread.
 *
 * <p>Two searches. The skip search looks at the last two bytes of where the delimiter could lie and skips by what they are
 * (Horspool, over pairs of bytes); four such places are looked at without waiting for each other. The word search looks for
 * the delimiter's CR and first hyphen in eight places at once; it takes over where skips are short: with a delimiter of few
 * bytes, or wherever boundary and body repeat themselves.
 *
 * <p>A boundary holds no CR, so what begins with one is compared whole at most once for each CR in the body: any
 * boundary takes time in proportion to the body.
 */
final class DelimiterSearch {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ONES = 0x0101010101010101L;

    private static final long HIGHS = 0x8080808080808080L;

    private static final long CRS = '\r' * ONES;

    private static final long HYPHENS = '-' * ONES;

    private static final int TABLE_SIZE = 1024;

    private static final int SHORT_DELIMITER = 16;

    /** Steps after which the skips made are looked at, and the least that they have to bring on average. */
    private static final int STEPS = 64;

    private static final int LEAST_SKIP = 8;

    private final byte[] delimiter;

    private final byte[] skips;

    /** The skip of a pair of bytes that the delimiter does not hold. */
    private final int longSkip;

    private final boolean wordSearch;

    private long work;

    DelimiterSearch(String boundary) {
        int length = boundary.length() + 4;
        delimiter = new byte[length];
        delimiter[0] = '\r';
        delimiter[1] = '\n';
        delimiter[2] = '-';
        delimiter[3] = '-';
        for (int i = 0; i < boundary.length(); i++) {
            delimiter[i + 4] = (byte) boundary.charAt(i);
        }
        longSkip = length - 1;
        wordSearch = length < SHORT_DELIMITER;
        skips = wordSearch ? new byte[0] : new byte[TABLE_SIZE];
        if (!wordSearch) {
            Arrays.fill(skips, (byte) longSkip);
            for (int i = 1; i < length; i++) {
                skips[hash(delimiter[i - 1], delimiter[i])] = (byte) (length - 1 - i);
            }
        }
    }

    private static int hash(byte first, byte second) {
        return ((first << 3) ^ second) & (TABLE_SIZE - 1);
    }

    byte[] delimiter() {
        return delimiter;
    }

    /** Index of the first delimiter that lies whole within the range, or -1. */
    int indexOf(byte[] bytes, int from, int to) {
        return wordSearch ? wordSearch(bytes, from, to) : skipSearch(bytes, from, to);
    }

    private int skipSearch(byte[] bytes, int from, int to) {
        int length = delimiter.length;
        int skip = longSkip;
        byte[] table = skips;
        int end = from + length - 1; // where the delimiter's last byte would be
        int steps = 0;
        int mark = end;
        while (end < to) {
            while (end + 3 * skip < to
                    && table[hash(bytes[end - 1], bytes[end])] == skip
                    && table[hash(bytes[end + skip - 1], bytes[end + skip])] == skip
                    && table[hash(bytes[end + 2 * skip - 1], bytes[end + 2 * skip])] == skip
                    && table[hash(bytes[end + 3 * skip - 1], bytes[end + 3 * skip])] == skip) {
                end += 4 * skip;
            }
            if (end >= to) {
                break;
            }
            int step = table[hash(bytes[end - 1], bytes[end])];
            if (step == 0) {
                if (isAt(bytes, end - length + 1)) {
                    return end - length + 1;
                }
                step = 1;
            }
            end += step;
            if (++steps == STEPS) {
                work += STEPS;
                if (end - mark < STEPS * LEAST_SKIP) {
                    return wordSearch(bytes, end - length + 1, to);
                }
                steps = 0;
                mark = end;
            }
        }
        work += steps;
        return -1;
    }

    private int wordSearch(byte[] bytes, int from, int to) {
        int last = to - delimiter.length; // where the last delimiter could begin
        int i = from;
        // The second word ends 2 bytes after the first, and every delimiter has 5 or more.
        for (; i + 7 <= last; i += 8) {
            long different = ((long) LONG.get(bytes, i) ^ CRS) | ((long) LONG.get(bytes, i + 2) ^ HYPHENS);
            long candidates = (different - ONES) & ~different & HIGHS;
            while (candidates != 0) {
                int place = i + (Long.numberOfTrailingZeros(candidates) >>> 3);
                if (isAt(bytes, place)) {
                    work += (i - from) >>> 3;
                    return place;
                }
                candidates &= candidates - 1;
            }
        }
        work += (i - from) >>> 3;
        for (; i <= last; i++) {
            if (isAt(bytes, i)) {
                return i;
            }
        }
        return -1;
    }

    private boolean isAt(byte[] bytes, int index) {
        return matching(bytes, index, index + delimiter.length) == delimiter.length;
    }

    /** How many bytes from the index on, and before {@code to}, are those of the delimiter. */
    private int matching(byte[] bytes, int index, int to) {
        int i = index;
        while (i < to && bytes[i] == delimiter[i - index]) {
            i++;
        }
        work += i - index + 1;
        return i - index;
    }

    /**
     * Index from which on the bytes may be the beginning of a delimiter that goes on after the range, or the range's end.
     * To be asked only where {@link #indexOf} found none.
     */
    int partialIndexOf(byte[] bytes, int from, int to) {
        for (int i = Math.max(from, to - delimiter.length + 1); i < to; i++) {
            if (matching(bytes, i, to) == to - i) {
                return i;
            }
        }
        return to;
    }

    /** Bytes compared, and steps and words besides, except those that skip a whole delimiter: what tests hold to a bound. */
    long work() {
        return work;
    }
}
