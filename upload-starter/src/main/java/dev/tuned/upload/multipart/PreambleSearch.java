/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import org.jspecify.annotations.Nullable;

/**
 * Finds the first delimiter, which may stand anywhere, also within a line (Knuth, Morris and Pratt: linear whatever boundary and
 * body are). For one thread and one search.
 */
final class PreambleSearch {

    private final byte[] delimiter;

    private int matched;

    private int @Nullable [] fallbacks;

    /** Searches for the delimiter without its line feed. */
    PreambleSearch(byte[] delimiter) {
        this.delimiter = delimiter;
    }

    /** Takes the next byte; whether it ends the delimiter. */
    boolean next(byte value) {
        while (matched > 0 && delimiter[1 + matched] != value) {
            matched = fallbacks()[matched];
        }
        if (delimiter[1 + matched] == value) {
            matched++;
        }
        return matched == delimiter.length - 1;
    }

    /** By the number of bytes that matched, how many still do when the next does not. */
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
