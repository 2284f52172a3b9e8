/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.List;
import java.util.stream.IntStream;

/** The numbers that the test applications log, one per line. */
final class NumberedLines {

    private NumberedLines() {}

    static List<Integer> numbered(List<String> lines) {
        return lines.stream()
                .filter(line -> line.contains(" : line "))
                .map(line -> Integer.valueOf(line.substring(line.indexOf(" : line ") + 8)))
                .toList();
    }

    static List<Integer> oneTo(int last) {
        return IntStream.rangeClosed(1, last).boxed().toList();
    }
}
