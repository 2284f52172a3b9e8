/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import org.jspecify.annotations.Nullable;

/**
 * Finds the first delimiter, which may stand anywhere, also within a line (Knuth, Morris and Pratt: linear whatever boundary and
 * body are). For one thread and one search.
 */
final class PreambleSearch {

    private final byte[] delimiter;

    private final int from;

    private int matched;

    private int @Nullable [] fallbacks;

    /** Searches for the delimiter without its first bytes. */
    PreambleSearch(byte[] delimiter, int from) {
        this.delimiter = delimiter;
        this.from = from;
    }

    /** Takes the next byte; whether it ends the delimiter. */
    boolean next(byte value) {
        while (matched > 0 && delimiter[from + matched] != value) {
            matched = fallbacks()[matched];
        }
        if (delimiter[from + matched] == value) {
            matched++;
        }
        return matched == delimiter.length - from;
    }

    /** By the number of bytes that matched, how many still do when the next does not. */
    private int[] fallbacks() {
        if (fallbacks == null) {
            int[] table = new int[delimiter.length - from];
            int length = 0;
            for (int i = 2; i < table.length; i++) {
                while (length > 0 && delimiter[from + i - 1] != delimiter[from + length]) {
                    length = table[length];
                }
                if (delimiter[from + i - 1] == delimiter[from + length]) {
                    length++;
                }
                table[i] = length;
            }
            fallbacks = table;
        }
        return fallbacks;
    }
}
