/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Finds the first delimiter, which may be anywhere, also within a line. Takes linear time, whatever boundary and body are (Knuth,
 * Morris and Pratt). For one thread and one search.
 */
final class PreambleSearch {

    private final byte[] delimiter;

    private int matched;

    private int @Nullable [] fallbacks;

    /** Searches for the delimiter without its line break. */
    PreambleSearch(byte[] delimiter) {
        this.delimiter = Arrays.copyOfRange(delimiter, 2, delimiter.length);
    }

    /** Takes the next byte; returns whether it ends the delimiter. */
    boolean next(byte value) {
        while (matched > 0 && delimiter[matched] != value) {
            matched = fallbacks()[matched];
        }
        if (delimiter[matched] == value) {
            matched++;
        }
        return matched == delimiter.length;
    }

    /** For each number of bytes that matched, how many still do if the next one does not. */
    private int[] fallbacks() {
        if (fallbacks == null) {
            int[] table = new int[delimiter.length];
            int length = 0;
            for (int i = 1; i + 1 < table.length; i++) {
                while (length > 0 && delimiter[i] != delimiter[length]) {
                    length = table[length];
                }
                if (delimiter[i] == delimiter[length]) {
                    length++;
                }
                table[i + 1] = length;
            }
            fallbacks = table;
        }
        return fallbacks;
    }
}
