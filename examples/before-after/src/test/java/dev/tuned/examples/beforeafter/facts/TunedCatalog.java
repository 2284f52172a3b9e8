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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

import dev.tuned.examples.beforeafter.process.Backend;
import dev.tuned.examples.beforeafter.process.Children;
import dev.tuned.examples.beforeafter.process.Executables;
import dev.tuned.examples.beforeafter.process.Launch;
import dev.tuned.examples.beforeafter.process.VariantProcess;

/**
 * Runs {@code catalog-tuned} on the JDK of the tests, whole or with starters taken off its class path. A start costs more than
 * most tests, so one Couchbase and each {@link Service} serve all test classes, from their first use until the JVM ends.
 */
final class TunedCatalog {

    /** What the tests ask. None of them depends on what another has asked before. */
    enum Service {
        /**
         * All starters. A thousand reads may take a busy machine longer than the minute for which a value is served by default.
         * The first look for what other processes changed drops what was read before it, and looks allocate, which would count
         * as the uploads'; here nobody else changes anything.
         */
        WHOLE(
                List.of(),
                "--tuned.cache.defaults.l1.ttl=1h",
                "--tuned.cache.invalidation.mode=none",
                "--catalog.keep-uploads=false"),
        /** All starters; values are old after a second, and more than eight requests at once too many. */
        BOUNDED(List.of(), "--tuned.cache.defaults.l1.ttl=1s", "--tuned.threads.web.max-concurrency=8"),
        /** Like {@code catalog-stock} where products are read and files uploaded. */
        WITHOUT_CACHE_AND_UPLOAD(
                List.of("cache", "upload"), "--spring.cache.type=none", "--catalog.keep-uploads=false"),
        /** Spring Boot's own threads, and small files in memory as the upload starter has them. */
        WITHOUT_THREADS_AND_UPLOAD(
                List.of("threads", "upload"),
                "--tuned.cache.invalidation.mode=none",
                "--spring.servlet.multipart.file-size-threshold=1MB");

        private final List<String> missing;
        private final List<String> arguments;

        Service(List<String> missing, String... arguments) {
            this.missing = missing;
            this.arguments = List.of(arguments);
        }
    }

    private static final String MAIN = "dev.tuned.examples.catalog.CatalogApplication";

    private static @Nullable TunedCatalog shared;

    private final Children children = new Children();
    private final Path directory;
    private final List<Path> classPath;
    private final Backend backend;
    private final Map<Service, VariantProcess> running = new EnumMap<>(Service.class);

    private TunedCatalog(Path directory) throws IOException, InterruptedException {
        this.directory = directory;
        Runtime.getRuntime().addShutdownHook(new Thread(this::end));
        this.classPath = unpack(executable("tuned"), directory.resolve("application"));
        this.backend =
                Backend.start(launch("couchbase", classPath, List.of()), directory.resolve("couchbase"), children);
    }

    static synchronized TunedCatalog shared() throws IOException, InterruptedException {
        if (shared == null) {
            shared = new TunedCatalog(Files.createTempDirectory("facts-"));
        }
        return shared;
    }

    private void end() {
        children.close();
        try {
            FileSystemUtils.deleteRecursively(directory);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
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
        // What is counted does not depend on compiler and collector; a start with these takes half the processor time.
        List<String> all = Stream.concat(Stream.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"), jvmFlags.stream())
                .toList();
        return Launch.classPath(name, java, all, classPath, MAIN);
    }

    /** The services, ready, in the sequence asked for. Those that do not run yet start side by side. */
    List<VariantProcess> running(Service... services) throws IOException, InterruptedException {
        for (Service service : services) {
            if (!running.containsKey(service)) {
                running.put(service, begin(service.missing, service.arguments));
            }
        }
        List<VariantProcess> ready = new ArrayList<>();
        for (Service service : services) {
            ready.add(ready(running.get(service)));
        }
        return ready;
    }

    /** Starts the whole application for one test. */
    VariantProcess start(String... arguments) throws IOException, InterruptedException {
        return ready(begin(List.of(), List.of(arguments)));
    }

    /** Starts the application for one test with one starter's jar missing, for example that of {@code logging}. */
    VariantProcess startWithout(String starter, String... arguments) throws IOException, InterruptedException {
        return ready(begin(List.of(starter), List.of(arguments)));
    }

    /** The one class that is written for the upload starter is that of {@code catalog-stock} where that is missing. */
    private List<Path> classPathWithout(List<String> starters) throws IOException {
        List<Path> rest = new ArrayList<>(classPath);
        for (String starter : starters) {
            String prefix = "tuned-" + starter + "-spring-boot-starter";
            int before = rest.size();
            rest.removeIf(path -> path.getFileName().toString().startsWith(prefix));
            if (rest.size() != before - 1) {
                throw new IllegalStateException(prefix + " is not exactly once on the class path");
            }
        }
        if (starters.contains("upload")) {
            rest.add(0, classOfStock());
        }
        return rest;
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

    private VariantProcess begin(List<String> missing, List<String> arguments) throws IOException {
        String name = missing.isEmpty() ? "whole" : "without-" + String.join("-", missing);
        Path home = Files.createTempDirectory(directory, name + "-");
        Path temporary = Files.createDirectories(home.resolve("tmp"));
        Launch launch = launch(name, classPathWithout(missing), List.of("-Xmx512m", "-Djava.io.tmpdir=" + temporary))
                .with(List.of(
                        "--spring.couchbase.connection-string=" + backend.connectionString(),
                        // A machine that stops for a second must not fail one of a thousand reads.
                        "--spring.couchbase.env.timeouts.key-value=10s"));
        return VariantProcess.start(launch.with(arguments), home, children);
    }

    private static VariantProcess ready(VariantProcess process) throws IOException, InterruptedException {
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
}
