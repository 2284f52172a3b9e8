/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import java.util.stream.Collectors;

/** Stack traces in logs: their lowest frames tell the kind of thread, of which there is a case of its own. */
final class Traces {

    private Traces() {}

    /** A log without the frames of its stack traces. */
    static String without(String text) {
        return text.contains("\tat ") || text.contains("\t... ")
                ? text.lines()
                        .filter(line -> !line.startsWith("\tat ") && !line.startsWith("\t... "))
                        .collect(Collectors.joining("\n"))
                : text;
    }
}
