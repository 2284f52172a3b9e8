/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.soak;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * The lines of accepted orders in the log files, rotated ones included.
 *
 * @param expected lines that accepted orders logged
 * @param missing those of them that are in no file
 * @param repeated those that are there more than once
 */
record LogLines(long expected, long missing, long repeated) {

    private static final Pattern LINE = Pattern.compile("order (\\d+) (accepted|item (\\d+)): .+");

    static LogLines in(Path directory, Set<Long> accepted) throws IOException {
        Map<Long, int[]> found = new HashMap<>();
        for (Path file : files(directory)) {
            read(file, found);
        }
        long missing = 0;
        long repeated = 0;
        for (Long number : accepted) {
            for (int count : found.getOrDefault(number, new int[Traffic.ITEMS + 1])) {
                missing += count == 0 ? 1 : 0;
                repeated += count > 1 ? 1 : 0;
            }
        }
        return new LogLines(accepted.size() * (Traffic.ITEMS + 1L), missing, repeated);
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("service"))
                    .toList();
        }
    }

    /** Reads the whole lines: a full disk may leave a part of one at the end. */
    private static void read(Path file, Map<Long, int[]> found) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
                Scanner lines = new Scanner(plain, StandardCharsets.UTF_8).useDelimiter("(?<=\\n)")) {
            while (lines.hasNext()) {
                String line = lines.next();
                Matcher matcher = LINE.matcher(line);
                if (line.endsWith("\n") && matcher.find()) {
                    int position = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
                    found.computeIfAbsent(Long.valueOf(matcher.group(1)), n -> new int[Traffic.ITEMS + 1])[position]++;
                }
            }
            if (lines.ioException() != null) {
                throw lines.ioException();
            }
        }
    }
}
