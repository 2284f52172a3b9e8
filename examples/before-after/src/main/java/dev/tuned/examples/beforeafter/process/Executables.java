/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** Finds the executable jars of the variants. */
public final class Executables {

    private Executables() {}

    /** Where a variant's executable jar belongs in the repository. */
    public static Path place(String variant) {
        String name = "catalog-" + variant;
        return Path.of("examples", name, "target", name + ".jar");
    }

    /**
     * Finds the executable jar of a variant: in the repository that our own jar lies in, else in the working directory.
     *
     * @param variant such as {@code stock}
     * @return the jar, or nothing where it has not been built
     */
    public static Optional<Path> find(String variant) {
        return roots().map(root -> root.resolve(place(variant)))
                .filter(Files::isReadable)
                .map(Path::toAbsolutePath)
                .findFirst();
    }

    /** The directories that may be the repository's root, the likeliest first. */
    public static Stream<Path> roots() {
        List<Path> working = List.of(Path.of("").toAbsolutePath());
        return Stream.concat(ownRoot().stream(), working.stream());
    }

    /** With {@code java -jar}, the class path is the jar: {@code examples/before-after/target/before-after.jar}. */
    private static Optional<Path> ownRoot() {
        try {
            @Nullable Path root = Path.of(System.getProperty("java.class.path")).toRealPath();
            for (int level = 0; level < 4 && root != null; level++) {
                root = root.getParent();
            }
            return Optional.ofNullable(root);
        } catch (IOException | IllegalArgumentException ex) {
            return Optional.empty();
        }
    }
}
