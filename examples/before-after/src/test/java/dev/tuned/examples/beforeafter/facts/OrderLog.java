/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A log file with the orders that a process has taken, in Spring Boot's pattern. May be read while it grows. */
record OrderLog(Path file) {

    private static final Pattern ORDER = Pattern.compile("\\border (\\d+) accepted\\b");
    /** A message may go on in lines without a time. */
    private static final Pattern EVENT = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT.*");

    boolean contains(int order) {
        try (Stream<String> lines = lines()) {
            return lines.anyMatch(line -> names(line, order));
        }
    }

    /** The numbers of all orders in the file, in its sequence. */
    List<Integer> orders() {
        try (Stream<String> lines = lines()) {
            return lines.flatMap(line -> ORDER.matcher(line).results())
                    .map(OrderLog::number)
                    .toList();
        }
    }

    /** Events, of whatever logger, from one order's own up to that of a later one, which is not counted. */
    long eventsBetween(int first, int last) {
        try (Stream<String> lines = lines()) {
            return lines.dropWhile(line -> !names(line, first))
                    .takeWhile(line -> !names(line, last))
                    .filter(line -> EVENT.matcher(line).matches())
                    .count();
        }
    }

    private static boolean names(String line, int order) {
        return ORDER.matcher(line).results().anyMatch(found -> number(found) == order);
    }

    private static int number(MatchResult found) {
        return Integer.parseInt(found.group(1));
    }

    private Stream<String> lines() {
        try {
            // Any bytes are text in it, half a character at the end included.
            return Files.lines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
