/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.logging;

import java.util.regex.Pattern;

/** Takes times and process ids out of lines of logs, as far as the suite does not do it anyway. */
final class Times {

    private static final Pattern EPOCH = Pattern.compile("\\b1[6-9]\\d{8}(\\.\\d+|\\d{3})?\\b");
    private static final Pattern NANOS = Pattern.compile("\"nanoseconds\":\\d+");
    private static final Pattern PID =
            Pattern.compile("(\"(?:pid|_process_pid|process\\.pid)\": ?)\\d+|(?<=[A-Z] )\\d+(?= ---)");
    private static final Pattern RELATIVE =
            Pattern.compile("(?m)^\\d+ \\d+(?= ms)|(<td class=\"[^\"]*[rR]elative[^\"]*\">)\\d+");
    /** SLF4J prints where an argument's {@code toString} failed: not the same frames on another thread. */
    private static final Pattern FAILED_ARGUMENT =
            Pattern.compile("(Reported exception:\n[^\n]*\n)(?:\tat [^\n]*\n)+(?:Caused by[^\n]*\n(?:\t[^\n]*\n)*)*");

    /** Boot prints Logback's status to standard error; it is recorded by case. */
    private static final Pattern STATUS =
            Pattern.compile("(?m)^\\d\\d:\\d\\d:\\d\\d,\\d+ \\|-[^\n]*\n(?:\\s[^\n]*\n|Caused by[^\n]*\n)*");

    private Times() {}

    static String normalize(String text) {
        String result = EPOCH.matcher(text).replaceAll("<epoch>");
        result = NANOS.matcher(result).replaceAll("\"nanoseconds\":0");
        result = PID.matcher(result).replaceAll("$1<pid>");
        result = RELATIVE.matcher(result).replaceAll("<relative>");
        result = STATUS.matcher(result).replaceAll("");
        return FAILED_ARGUMENT.matcher(result).replaceAll("$1");
    }
}
