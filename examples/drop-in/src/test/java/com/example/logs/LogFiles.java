/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import dev.tuned.examples.dropin.inside.Notes;

/** What a case has left in {@code logs/<case>}, what its components saw, and what Logback's status says of it. */
final class LogFiles {

    private LogFiles() {}

    static void note(String name) {
        Seen.note(name);
        noteFiles(name);
        Notes.add(name, "status", Statuses.of(name));
    }

    static void noteFiles(String name) {
        Path directory = Path.of("logs", name);
        if (Files.isDirectory(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                files.filter(Files::isRegularFile)
                        .sorted()
                        .forEach(file -> Notes.add(name, "file " + name(directory, file), read(file)));
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }

    private static String name(Path directory, Path file) {
        return directory.relativize(file).toString().replaceAll("\\d{4}-\\d\\d", "month");
    }

    static String read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = file.toString().endsWith(".gz") ? new GZIPInputStream(in).readAllBytes() : in.readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
