/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** A child process could not be started, died, or does not answer. The message ends with the tail of its log. */
public final class ChildFailedException extends IOException {

    private static final int TAIL_LINES = 20;

    /** @param log its log, or {@code null} where that says no more */
    public ChildFailedException(String name, String what, @Nullable Path log) {
        super(name + " " + what + (log == null ? "" : tail(log)));
    }

    private static String tail(Path log) {
        try {
            // A child may write any bytes; ISO-8859-1 decodes them all.
            List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
            List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
            return last.isEmpty()
                    ? "; its log is empty"
                    : "; the end of its log:" + System.lineSeparator() + "  "
                            + String.join(System.lineSeparator() + "  ", last);
        } catch (IOException ex) {
            return "; it left no log";
        }
    }
}
