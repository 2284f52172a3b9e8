/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Counts the lines {@code [LEVEL] load THREAD NUMBER .} that were written. A line that is cut, mixed with another, doubled, or out
 * of the order of its thread fails the test at once. Not thread-safe.
 */
final class Tally {

    /** The pattern to write them with. */
    static final String PATTERN = "[%level] %msg .%n";

    private static final Pattern NUMBERED = Pattern.compile("\\[(\\w+)] load (\\d+) (\\d+) \\.");
    private static final Pattern NOTE = Pattern.compile("\\[\\w+] (.*) \\.");

    private final int[] counts;
    private final int[] last;
    private final List<String> notes = new ArrayList<>();
    private String fragment = "";
    private long warnings;
    private long lines;

    Tally(int threads) {
        counts = new int[threads];
        last = new int[threads];
    }

    /** Reads files in this order, compressed ones too. */
    Tally read(List<Path> files) throws IOException {
        for (Path file : files) {
            assertThat(fragment).as("end of the file before " + file).isEmpty();
            try (InputStream stream = open(file)) {
                read(stream);
            }
        }
        return this;
    }

    Tally read(Path file) throws IOException {
        return read(List.of(file));
    }

    private static InputStream open(Path file) throws IOException {
        InputStream stream = new BufferedInputStream(Files.newInputStream(file));
        return file.toString().endsWith(".gz") ? new GZIPInputStream(stream) : stream;
    }

    Tally read(InputStream stream) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = stream.read(); b >= 0; b = stream.read()) {
            if (b == '\n') {
                accept(line.toString(StandardCharsets.UTF_8));
                line.reset();
            } else {
                line.write(b);
            }
        }
        fragment = line.toString(StandardCharsets.UTF_8);
        return this;
    }

    private void accept(String line) {
        lines++;
        Matcher numbered = NUMBERED.matcher(line);
        if (numbered.matches()) {
            int thread = Integer.parseInt(numbered.group(2));
            int number = Integer.parseInt(numbered.group(3));
            if (number <= last[thread]) {
                throw new AssertionError("doubled or out of order, after " + last[thread] + ": " + line);
            }
            last[thread] = number;
            counts[thread]++;
            warnings += numbered.group(1).equals("WARN") ? 1 : 0;
            return;
        }
        Matcher note = NOTE.matcher(line);
        if (!note.matches() || line.contains("load ")) {
            throw new AssertionError("torn: " + line);
        }
        notes.add(note.group(1));
    }

    /** How many numbered lines there are, of all threads. */
    long numbered() {
        long sum = 0;
        for (int count : counts) {
            sum += count;
        }
        return sum;
    }

    int numbered(int thread) {
        return counts[thread];
    }

    /** How many of the numbered lines have the level WARN. */
    long warnings() {
        return warnings;
    }

    /** How many whole lines there are. */
    long lines() {
        return lines;
    }

    /** The lines that are not numbered, without their level. */
    List<String> notes() {
        return notes;
    }

    /** What follows the last whole line; another file may be read after it. */
    String cutOff() {
        String cut = fragment;
        fragment = "";
        return cut;
    }

    /** By thread. */
    Tally hasAtLeast(int... each) {
        for (int thread = 0; thread < counts.length; thread++) {
            assertThat(counts[thread]).as("lines of thread " + thread).isGreaterThanOrEqualTo(each[thread]);
        }
        return this;
    }

    /** Nothing is missing before the last line of each thread. */
    Tally hasNoGaps() {
        assertThat(counts).isEqualTo(last);
        return this;
    }

    /** Every thread has written this many lines, and no line was cut off. */
    void isComplete(int each) {
        hasNoGaps();
        assertThat(counts).containsOnly(each);
        assertThat(fragment).isEmpty();
    }
}
