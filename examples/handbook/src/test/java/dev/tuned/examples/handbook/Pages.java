/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.handbook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of the repository that people read. */
final class Pages {

    static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private Pages() {}

    static String read(String path) {
        return read(ROOT.resolve(path));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** All pages but the licence and what is built. */
    static List<Path> all() {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !ROOT.relativize(file).toString().matches("(.*/)?(target|\\.git)/.*"))
                    .sorted()
                    .toList();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static String name(Path page) {
        return ROOT.relativize(page).toString();
    }
}
