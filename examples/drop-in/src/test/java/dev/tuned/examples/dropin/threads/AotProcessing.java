/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import dev.tuned.examples.dropin.Application;

/** Applications processed ahead of time by Spring on the suite's JDK, as a build does it, for the JVM. */
final class AotProcessing {

    private static final Path TEST_CLASSES = Path.of("target/test-classes").toAbsolutePath();
    private static final Map<String, List<Path>> PROCESSED = new ConcurrentHashMap<>();

    private AotProcessing() {}

    /** The same application, started from what was generated for it. */
    static Application of(String name, Application application) {
        List<Path> generated = PROCESSED.computeIfAbsent(name, n -> process(n, application));
        return application.resources(generated.toArray(Path[]::new)).jvmOptions("-Dspring.aot.enabled=true");
    }

    private static List<Path> process(String name, Application application) {
        try {
            Path directory = Path.of("target/ahead-of-time", name).toAbsolutePath();
            delete(directory);
            Path sources = Files.createDirectories(directory.resolve("sources"));
            Path resources = Files.createDirectories(directory.resolve("resources"));
            Path classes = Files.createDirectories(directory.resolve("classes"));
            String classPath = application.classPath().value(List.of(TEST_CLASSES));
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin/java").toString(),
                            "-cp",
                            classPath,
                            "org.springframework.boot.SpringApplicationAotProcessor",
                            application.main().getName(),
                            sources.toString(),
                            resources.toString(),
                            classes.toString(),
                            "com.example",
                            "example")
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("out").toFile())
                    .start();
            if (process.waitFor() != 0) {
                throw new IllegalStateException("not processed, see " + directory.resolve("out"));
            }
            compile(sources, classes, classPath, directory);
            return List.of(classes, resources);
        } catch (IOException | InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static void compile(Path sources, Path classes, String classPath, Path directory) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--release",
                "17",
                "-proc:none",
                "-nowarn",
                "-d",
                classes.toString(),
                "-cp",
                classes + ":" + classPath));
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::toString)
                    .forEach(arguments::add);
        }
        try (var out = Files.newOutputStream(directory.resolve("compiler"))) {
            int result = ToolProvider.getSystemJavaCompiler().run(null, out, out, arguments.toArray(String[]::new));
            if (result != 0) {
                throw new IllegalStateException("not compiled, see " + directory.resolve("compiler"));
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
