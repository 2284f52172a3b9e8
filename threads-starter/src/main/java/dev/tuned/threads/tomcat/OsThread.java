/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * A platform thread as Linux sees it. For Java, a thread also waits while it has got what it waited for, but no processor yet.
 *
 * @param stat its file of the file system {@code proc}; null where there is none
 */
record OsThread(@Nullable Path stat) {

    private static final Path PROC = Path.of("/proc");

    private static final Path SELF = PROC.resolve("thread-self");

    static OsThread current() {
        try {
            return new OsThread(
                    PROC.resolve(Files.readSymbolicLink(SELF)).resolve("stat").toAbsolutePath());
        } catch (IOException | UnsupportedOperationException | SecurityException ex) {
            // Not Linux, or a sandbox.
            return new OsThread(null);
        }
    }

    /** Whether the thread runs, waits for a processor, or has ended; false if that is unknown. */
    boolean runs() {
        if (stat == null) {
            return false;
        }
        try {
            String line = Files.readString(stat);
            return line.charAt(line.lastIndexOf(')') + 2) == 'R';
        } catch (IOException ex) {
            return true;
        }
    }
}
