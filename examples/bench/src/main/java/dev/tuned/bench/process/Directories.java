/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Creates and deletes directories. */
public final class Directories {

    private Directories() {}

    /**
     * Creates a temporary directory.
     *
     * @throws IOException saying where none can be created
     */
    public static Path temporary(String prefix) throws IOException {
        try {
            return Files.createTempDirectory(prefix);
        } catch (IOException ex) {
            throw new IOException(
                    "no directory can be created in " + System.getProperty("java.io.tmpdir")
                            + " (another one: java -Djava.io.tmpdir=DIRECTORY -jar …): " + ex,
                    ex);
        }
    }

    /** Deletes a directory with all that is in it, if it is there. */
    public static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
