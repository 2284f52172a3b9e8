/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.util.Arrays;

/**
 * What a round took.
 *
 * @param cpuNanos CPU time of the whole process in nanoseconds, in steps of 10 ms
 * @param bytes allocated by all its threads; negative before Java 21, which does not tell
 * @param lines that are in the file
 * @param median of the timed calls, in nanoseconds
 * @param p999 99.9th percentile of them
 * @param max the longest of them
 */
record Outcome(long cpuNanos, long bytes, long lines, long median, long p999, long max) {

    String format() {
        return cpuNanos + " " + bytes + " " + lines + " " + median + " " + p999 + " " + max;
    }

    static Outcome parse(String text) {
        long[] values =
                Arrays.stream(text.split(" ")).mapToLong(Long::parseLong).toArray();
        return new Outcome(values[0], values[1], values[2], values[3], values[4], values[5]);
    }
}
