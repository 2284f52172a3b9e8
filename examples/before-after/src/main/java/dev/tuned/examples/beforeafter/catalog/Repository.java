/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.Variant;

/**
 * The repository with the example service.
 *
 * @param root its root directory
 */
public record Repository(Path root) {

    /** The repository that our own jar lies in, else the working directory. */
    public static Repository ours() {
        try {
            // With java -jar, the class path is the jar: examples/before-after/target/before-after.jar.
            Path place = Path.of(System.getProperty("java.class.path")).toRealPath();
            for (int level = 0; level < 4 && place.getParent() != null; level++) {
                place = place.getParent();
            }
            if (Files.isDirectory(place.resolve("examples"))) {
                return new Repository(place);
            }
        } catch (IOException | IllegalArgumentException ex) {
            // A class path of several entries is no path: then it is not the jar that runs.
        }
        return new Repository(Path.of("").toAbsolutePath());
    }

    /** The Couchbase that runs on this machine. */
    public Variant couchbase(JavaRuntime java) {
        return new Variant("couchbase", jar("local-couchbase", "local-couchbase-exec"), List.of(), List.of(), java);
    }

    /** Where the executable jar of a module is built, whether it is there or not. */
    public Path jar(String module, String file) {
        return root.resolve(Path.of("examples", module, "target", file + ".jar"));
    }

    /**
     * Checks that services can run here.
     *
     * @param modules the modules of the services
     * @throws IOException if one is not built, or this is not Linux
     */
    public void requireServices(String... modules) throws IOException {
        if (!Files.isDirectory(Path.of("/proc/self/task"))
                || !Stream.of(modules).allMatch(module -> Files.isRegularFile(jar(module, module)))) {
            throw new IOException("cannot run: it takes Linux, and the services built: mvn -q package -DskipTests");
        }
    }

    /** The commit that it stands on, with {@code -dirty} where files differ from it. */
    public @Nullable String commit() {
        if (!Files.exists(root.resolve(".git"))) {
            return null;
        }
        try {
            // Warnings come before it.
            return Shell.run(
                            "git",
                            "-C",
                            root.toString(),
                            "describe",
                            "--always",
                            "--dirty",
                            "--abbrev=12",
                            "--exclude=*")
                    .lines()
                    .reduce("", (before, last) -> last);
        } catch (IOException ex) {
            return null;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
