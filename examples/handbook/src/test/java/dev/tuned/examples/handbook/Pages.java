/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.handbook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
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

    /** The files below a directory, one after the other. */
    static String readAll(String directory) {
        return readAll(directory, ".*");
    }

    static String readAll(String directory, String name) {
        return files(ROOT.resolve(directory), "(.*/)?" + name).stream()
                .map(Pages::read)
                .collect(Collectors.joining("\n"));
    }

    /** All pages but the licence and what is built. */
    static List<Path> all() {
        return files(ROOT, ".*\\.md");
    }

    /** All pages but the change log and those which are generated or held by a test line by line. */
    static List<Path> written() {
        return all().stream()
                .filter(page -> !page.getFileName().toString().matches("(CHANGELOG|properties|known-differences)\\.md"))
                .toList();
    }

    static List<Path> javaFiles() {
        return files(ROOT, ".*\\.java");
    }

    /** What {@code wc -w} counts, without the bars between the cells of tables. */
    static long words(Path page) {
        return Stream.of(read(page).split("\\s+"))
                .filter(word -> !word.isEmpty() && !word.equals("|"))
                .count();
    }

    private static List<Path> files(Path directory, String name) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(name))
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
