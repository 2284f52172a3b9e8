/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

import dev.tuned.bench.process.CheapJvm;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;

/**
 * Runs {@code catalog-tuned} on the JDK of the tests, whole or with starters taken off its class path. A start costs
 * more than most tests, so one Couchbase and each {@link Service} serve all test classes, from their first use until
 * the JVM ends.
 */
final class TunedCatalog {

    /** What the tests ask. None of them depends on what another has asked before. */
    enum Service {
        /** All starters. */
        WHOLE(List.of()),
        /** All starters; more than eight requests at once are too many. */
        BOUNDED(List.of(), "--tuned.threads.web.max-concurrency=8"),
        /** All starters, and a pool that grows. */
        GROWING(List.of(), "--tuned.threads.web.mode=auto"),
        /**
         * Like {@code catalog-stock}. Levels of its loggers can be set, and what they write goes to {@link #log} alone.
         */
        STOCK(
                List.of("cache", "logging", "threads", "upload"),
                "--spring.cache.type=none",
                "--management.endpoints.web.exposure.include=*",
                "--logging.file.name=" + LOG,
                "--logging.logback.rollingpolicy.max-file-size=1GB",
                "--logging.threshold.console=off");

        private final List<String> missing;
        private final List<String> arguments;

        Service(List<String> missing, String... arguments) {
            this.missing = missing;
            this.arguments = List.of(arguments);
        }
    }

    private static final String LOG = "service.log";
    private static final String MAIN = "dev.tuned.examples.catalog.CatalogApplication";
    private static final Repository REPOSITORY =
            new Repository(Path.of("../..").toAbsolutePath().normalize());
    private static final JavaRuntime JAVA =
            JavaRuntime.at(Path.of(System.getProperty("java.home"))).orElseThrow();

    /** What is counted does not depend on compiler and collector. */
    private static final List<String> JVM_FLAGS =
            Stream.concat(CheapJvm.FLAGS.stream(), Stream.of("-Xmx512m")).toList();

    private static @Nullable TunedCatalog shared;

    private final Children children = new Children();
    private final Path directory;
    private final List<Path> classPath;
    private final LocalCouchbase couchbase;
    private final Map<Service, ServiceProcess> running = new EnumMap<>(Service.class);
    private @Nullable ServiceProcess streaming;
    private @Nullable ServiceProcess notStreaming;

    private TunedCatalog(Path directory) throws IOException, InterruptedException {
        this.directory = directory;
        Runtime.getRuntime().addShutdownHook(new Thread(this::end));
        this.classPath = unpack(executable("catalog-tuned"), directory.resolve("application"));
        this.couchbase = new LocalCouchbase(
                REPOSITORY.couchbase(JAVA).withJvmFlags(CheapJvm.FLAGS.toArray(String[]::new)),
                directory.resolve("couchbase"),
                children);
        couchbase.start();
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
    private static Path executable(String module) {
        Path jar = REPOSITORY.jar(module, module);
        if (!Files.isReadable(jar)) {
            throw new IllegalStateException(jar + " is missing: run 'mvn package' first");
        }
        return jar;
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

    /** The services, ready, in the sequence asked for. Those that do not run yet start side by side. */
    List<ServiceProcess> running(Service... services) throws IOException, InterruptedException {
        for (Service service : services) {
            if (!running.containsKey(service)) {
                running.put(service, begin(service.missing, service.arguments));
            }
        }
        List<ServiceProcess> ready = new ArrayList<>();
        for (Service service : services) {
            ready.add(ready(running.get(service)));
        }
        return ready;
    }

    /** Starts the whole application for one test. */
    ServiceProcess start(String... arguments) throws IOException, InterruptedException {
        return ready(begin(List.of(), List.of(arguments)));
    }

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
        return rest;
    }

    /** The example of streaming. */
    ServiceProcess streaming() throws IOException, InterruptedException {
        if (streaming == null) {
            streaming = startStreaming();
        }
        return streaming;
    }

    /** The example of streaming with the starter off, and small files in memory as the starter has them. */
    ServiceProcess notStreaming() throws IOException, InterruptedException {
        if (notStreaming == null) {
            notStreaming = startStreaming(
                    "--spring.profiles.active=stock", "--spring.servlet.multipart.file-size-threshold=1MB");
        }
        return notStreaming;
    }

    private ServiceProcess startStreaming(String... arguments) throws IOException, InterruptedException {
        Path home = Files.createTempDirectory(directory, "streaming-");
        Variant streaming = new Variant(
                        "streaming", executable("streaming"), List.of("--streaming.keep=false"), JVM_FLAGS, JAVA)
                .with(arguments);
        return ready(ServiceProcess.start(streaming, home, children));
    }

    private ServiceProcess begin(List<String> missing, List<String> arguments)
            throws IOException, InterruptedException {
        String kind = missing.isEmpty() ? "whole" : "without-" + String.join("-", missing);
        Path home = Files.createTempDirectory(directory, kind + "-");
        String name = home.getFileName().toString();
        // A machine that stops for a second must not fail one of a thousand reads.
        Variant variant = new Variant(
                        name,
                        jar(home.resolve("application.jar"), classPathWithout(missing)),
                        List.of("--spring.couchbase.env.timeouts.key-value=10s"),
                        JVM_FLAGS,
                        JAVA)
                .with(couchbase.argumentsFor(name).toArray(String[]::new))
                .with(arguments.toArray(String[]::new));
        return ServiceProcess.start(variant, home, children);
    }

    /** Writes a jar that has nothing but a class path. */
    private static Path jar(Path file, List<Path> classPath) throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MAIN_CLASS, MAIN);
        main.put(
                Attributes.Name.CLASS_PATH,
                classPath.stream().map(path -> path.toUri().toString()).collect(Collectors.joining(" ")));
        new JarOutputStream(Files.newOutputStream(file), manifest).close();
        return file;
    }

    private static ServiceProcess ready(ServiceProcess process) throws IOException, InterruptedException {
        process.awaitReady("/actuator/health");
        return process;
    }

    /** The process's directory for temporary files. */
    static Path temporaryFiles(ServiceProcess process) {
        return process.directory().resolve("tmp");
    }

    /** The file that the loggers of {@link Service#STOCK} write to. */
    static Path log(ServiceProcess stock) {
        return stock.directory().resolve(LOG);
    }

    /** Write calls of a process so far, on files and sockets alike. */
    static long writeCalls(ServiceProcess process) {
        return calls(process, "syscw:");
    }

    /** Read calls of a process so far, on files and sockets alike; a sendfile counts as one. */
    static long readCalls(ServiceProcess process) {
        return calls(process, "syscr:");
    }

    private static long calls(ServiceProcess process, String label) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "io"))) {
            Optional<String> calls =
                    lines.filter(line -> line.startsWith(label)).findFirst();
            return Long.parseLong(calls.orElseThrow().substring(label.length()).strip());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
