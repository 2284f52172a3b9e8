/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.requests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The values of a variable that differs per request: each has one of them, by chance.
 *
 * @param list the values; empty for a range
 * @param least the least number of a range
 * @param greatest its greatest
 */
public record Values(List<String> list, long least, long greatest) {

    private static final Pattern RANGE = Pattern.compile("(\\d{1,18})\\s*\\.\\.\\s*(\\d{1,18})");
    private static final Pattern FILE = Pattern.compile("<\\s*(\\S.*)");

    /** Reads {@code 1..1000}, {@code S, M, L}, or {@code < ./ids.txt} with a value in each line. */
    static Values of(String place, String text, Path directory) throws RequestFileException {
        Matcher range = RANGE.matcher(text);
        if (range.matches()) {
            long least = Long.parseLong(range.group(1));
            long greatest = Long.parseLong(range.group(2));
            if (least <= greatest) {
                return new Values(List.of(), least, greatest);
            }
        }
        Matcher file = FILE.matcher(text);
        List<String> list = strings(
                file.matches() ? lines(place, directory, file.group(1)).stream() : Stream.of(text.split(",", -1)));
        if (list.isEmpty() || range.matches()) {
            throw new RequestFileException(
                    place, "'" + text + "' is neither a range such as 1..1000, nor a list, nor '< FILE' with values");
        }
        return new Values(list, 0, 0);
    }

    private static List<String> strings(Stream<String> values) {
        return values.map(String::strip).filter(value -> !value.isEmpty()).toList();
    }

    private static List<String> lines(String place, Path directory, String file) throws RequestFileException {
        try {
            return Files.readAllLines(directory.resolve(file));
        } catch (IOException | InvalidPathException ex) {
            throw new RequestFileException(place, "the file '" + file + "' cannot be read");
        }
    }

    /** The value of the request that is sent before the load. */
    public String first() {
        return list.isEmpty() ? Long.toString(least) : list.get(0);
    }

    /** One of the values. */
    public String any(RandomGenerator random) {
        return list.isEmpty()
                ? Long.toString(random.nextLong(least, greatest + 1))
                : list.get(random.nextInt(list.size()));
    }
}
