/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.util.List;
import java.util.stream.IntStream;

/** The numbers that the test applications log, one per line. */
final class NumberedLines {

    private NumberedLines() {}

    static List<Integer> numbered(List<String> lines) {
        return numbered(lines, "line");
    }

    /** Of the lines that have this word before their number. */
    static List<Integer> numbered(List<String> lines, String word) {
        String before = " : " + word + " ";
        return lines.stream()
                .filter(line -> line.contains(before))
                .map(line -> Integer.valueOf(line.substring(line.indexOf(before) + before.length())))
                .toList();
    }

    static List<Integer> oneTo(int last) {
        return IntStream.rangeClosed(1, last).boxed().toList();
    }
}
