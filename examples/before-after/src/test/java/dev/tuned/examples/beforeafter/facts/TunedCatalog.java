/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.process.Backend;
import dev.tuned.examples.beforeafter.process.Children;
import dev.tuned.examples.beforeafter.process.Executables;
import dev.tuned.examples.beforeafter.process.Launch;
import dev.tuned.examples.beforeafter.process.VariantProcess;

/** Starts {@code catalog-tuned} on the JDK of the tests, whole or with one starter taken off its class path. */
final class TunedCatalog implements AutoCloseable {

    private static final String MAIN = "dev.tuned.examples.catalog.CatalogApplication";

    private final Children children = new Children();
    private final Path directory;
    private final List<Path> classPath;
    private final Backend backend;

    TunedCatalog(Path directory) throws IOException, InterruptedException {
        this.directory = directory;
        this.classPath = unpack(executable("tuned"), directory.resolve("application"));
        this.backend =
                Backend.start(launch("couchbase", classPath, List.of()), directory.resolve("couchbase"), children);
    }

    /** The tests run inside the module, the executables lie beside it. */
    private static Path executable(String variant) {
        return Stream.of(Path.of("../.."), Path.of(""))
                .map(root -> root.resolve(Executables.place(variant)).toAbsolutePath())
                .filter(Files::isReadable)
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException("catalog-" + variant + ".jar is missing: run 'mvn package' first"));
    }

    private static List<Path> unpack(Path jar, Path target) throws IOException {
        List<Path> libraries = new ArrayList<>();
        Path classes = Files.createDirectories(target.resolve("BOOT-INF/classes"));
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream().filter(e -> !e.isDirectory()).toList()) {
                Path path = target.resolve(entry.getName());
                Files.createDirectories(path.getParent());
                try (InputStream content = file.getInputStream(entry)) {
                    Files.copy(content, path);
                }
                if (entry.getName().startsWith("BOOT-INF/lib/")) {
                    libraries.add(path);
                }
            }
        }
        libraries.add(0, classes);
        return libraries;
    }

    private static Launch launch(String name, List<Path> classPath, List<String> jvmFlags) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return Launch.classPath(name, java, jvmFlags, classPath, MAIN);
    }

    /** Starts the whole application. */
    VariantProcess start(String... arguments) throws IOException, InterruptedException {
        return start("whole", classPath, List.of(arguments));
    }

    /**
     * Starts the application with one starter's jar missing, for example that of {@code upload}. The one class that is written
     * for the upload starter is that of {@code catalog-stock} then.
     */
    VariantProcess startWithout(String starter, String... arguments) throws IOException, InterruptedException {
        String prefix = "tuned-" + starter + "-spring-boot-starter";
        List<Path> rest = classPath.stream()
                .filter(path -> !path.getFileName().toString().startsWith(prefix))
                .toList();
        if (rest.size() != classPath.size() - 1) {
            throw new IllegalStateException(prefix + " is not exactly once on the class path");
        }
        if (starter.equals("upload")) {
            rest = Stream.concat(Stream.of(classOfStock()), rest.stream()).toList();
        }
        return start("without-" + starter, rest, List.of(arguments));
    }

    private Path classOfStock() throws IOException {
        Path target = directory.resolve("stock-class");
        String name = "BOOT-INF/classes/dev/tuned/examples/catalog/StreamUploadController.class";
        Path path = target.resolve(name.substring("BOOT-INF/classes/".length()));
        Files.createDirectories(path.getParent());
        try (JarFile file = new JarFile(executable("stock").toFile());
                InputStream content = file.getInputStream(file.getEntry(name))) {
            Files.copy(content, path, StandardCopyOption.REPLACE_EXISTING);
        }
        return target;
    }

    private VariantProcess start(String name, List<Path> path, List<String> arguments)
            throws IOException, InterruptedException {
        Path home = Files.createTempDirectory(directory, name + "-");
        Path temporary = Files.createDirectories(home.resolve("tmp"));
        // What is counted does not depend on the compiler; a start without C2 takes half the time.
        List<String> jvmFlags = List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + temporary);
        Launch launch = launch(name, path, jvmFlags)
                .with(List.of(
                        "--spring.couchbase.connection-string=" + backend.connectionString(),
                        // A machine that stops for a second must not fail one of a thousand reads.
                        "--spring.couchbase.env.timeouts.key-value=10s"));
        VariantProcess process = VariantProcess.start(launch.with(arguments), home, children);
        process.awaitReady(Duration.ofMinutes(2));
        return process;
    }

    /** The process's directory for temporary files. */
    static Path temporaryFiles(VariantProcess process) {
        return process.log().resolveSibling("tmp");
    }

    /** The Couchbase that all processes share, and the wire to it. */
    Backend couchbase() {
        return backend;
    }

    /** Write calls of a process so far, on files and sockets alike. */
    static long writeCalls(VariantProcess process) {
        return calls(process, "syscw:");
    }

    /** Read calls of a process so far, on files and sockets alike; a sendfile counts as one. */
    static long readCalls(VariantProcess process) {
        return calls(process, "syscr:");
    }

    private static long calls(VariantProcess process, String label) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "io"))) {
            Optional<String> calls =
                    lines.filter(line -> line.startsWith(label)).findFirst();
            return Long.parseLong(calls.orElseThrow().substring(label.length()).strip());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close() {
        children.close();
    }
}
