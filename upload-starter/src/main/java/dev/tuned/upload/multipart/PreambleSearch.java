/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import org.jspecify.annotations.Nullable;

/**
 * Finds the first delimiter, which may be anywhere, also within a line. Takes linear time, whatever boundary and body are (Knuth,
 * Morris and Pratt). For one thread and one search.
 */
final class PreambleSearch {

    private final byte[] delimiter;

    private int matched;

    private int @Nullable [] fallbacks;

    /** Searches for the delimiter without its line feed. */
    PreambleSearch(byte[] delimiter) {
        this.delimiter = delimiter;
    }

    /** Takes the next byte; returns whether it ends the delimiter. */
    boolean next(byte value) {
        while (matched > 0 && delimiter[1 + matched] != value) {
            matched = fallbacks()[matched];
        }
        if (delimiter[1 + matched] == value) {
            matched++;
        }
        return matched == delimiter.length - 1;
    }

    /** For each number of bytes that matched, how many still do if the next one does not. */
    private int[] fallbacks() {
        if (fallbacks == null) {
            int[] table = new int[delimiter.length - 1];
            int length = 0;
            for (int i = 2; i < table.length; i++) {
                while (length > 0 && delimiter[i] != delimiter[1 + length]) {
                    length = table[length];
                }
                if (delimiter[i] == delimiter[1 + length]) {
                    length++;
                }
                table[i] = length;
            }
            fallbacks = table;
        }
        return fallbacks;
    }
}
