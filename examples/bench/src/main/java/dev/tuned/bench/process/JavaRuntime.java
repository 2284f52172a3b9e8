/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A Java runtime on this machine.
 *
 * @param java the {@code java} executable
 * @param version its version
 * @param vendor who built it
 */
public record JavaRuntime(Path java, Runtime.Version version, String vendor) {

    /** The property with the time that the JDK waits for a JVM to accept an attach; ten seconds by default. */
    public static final String ATTACH_TIMEOUT = "sun.tools.attach.attachTimeout";

    /** Five minutes: a JVM on a busy machine is slow and not stuck. */
    public static final String ATTACH_MILLIS = "300000";

    /**
     * The directories, relative to the user's home where they start with {@code ~}, that hold one runtime each below.
     */
    private static final List<String> PARENTS = List.of(
            "/usr/lib/jvm", "/opt/java", "/Library/Java/JavaVirtualMachines", "~/.sdkman/candidates/java", "~/.jdks");

    /**
     * The runtime at a path: its home, or the executable in it.
     *
     * @return the runtime, or nothing where there is none
     */
    public static Optional<JavaRuntime> at(Path path) {
        try {
            Path real = path.toRealPath();
            Path home = Files.isRegularFile(real) ? real.resolve("../..").normalize() : real;
            Path java = home.resolve("bin").resolve("java");
            Path release = home.resolve("release");
            if (!Files.isExecutable(java) || !Files.isReadable(release)) {
                return Optional.empty();
            }
            Properties properties = new Properties();
            properties.load(new StringReader(Files.readString(release).replace("\"", "")));
            return Optional.of(new JavaRuntime(
                    java,
                    Runtime.Version.parse(properties.getProperty("JAVA_VERSION", "0")),
                    properties.getProperty("IMPLEMENTOR", "unknown vendor")));
        } catch (IOException | IllegalArgumentException ex) {
            return Optional.empty();
        }
    }

    /** The newest runtime among the one we run on, {@code JAVA_HOME} and the usual places. */
    public static JavaRuntime newest() {
        Stream<Path> near = Stream.of(System.getProperty("java.home"), System.getenv("JAVA_HOME"))
                .filter(Objects::nonNull)
                .map(Path::of);
        return Stream.concat(near, PARENTS.stream().flatMap(JavaRuntime::below))
                .flatMap(home -> at(home).stream())
                .max(Comparator.comparing(JavaRuntime::version))
                .orElseThrow(() -> new IllegalStateException("No Java runtime found, not even our own"));
    }

    private static Stream<Path> below(String parent) {
        Path directory = Path.of(parent.replaceFirst("^~", System.getProperty("user.home")));
        try (Stream<Path> children = Files.list(directory)) {
            return children.flatMap(child -> Stream.of(child, child.resolve("Contents/Home"))).toList().stream();
        } catch (IOException ex) {
            return Stream.empty();
        }
    }

    /** Version and vendor, such as {@code 25.0.1 (Eclipse Adoptium)}. */
    public String describe() {
        return version + " (" + vendor + ")";
    }
}
