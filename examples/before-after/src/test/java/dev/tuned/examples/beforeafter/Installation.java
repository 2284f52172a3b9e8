/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A directory that looks like the repository to the command, with stubs for the executables. */
record Installation(Path root) {

    private static final long TIMEOUT_SECONDS = 600;

    /** Puts a stub where a variant's executable belongs. */
    void stub(String variant, String behaviour) throws IOException {
        Path jar = root.resolve("examples/catalog-" + variant + "/target/catalog-" + variant + ".jar");
        Files.createDirectories(Objects.requireNonNull(jar.getParent()));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, StubCatalog.class.getName());
        String entry = StubCatalog.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                InputStream in = Objects.requireNonNull(StubCatalog.class.getResourceAsStream("/" + entry))) {
            out.putNextEntry(new JarEntry(entry));
            in.transferTo(out);
        }
        Files.writeString(Path.of(jar + ".behaviour"), behaviour);
    }

    /** Starts the command in a process of its own. */
    Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + Files.createDirectories(root.resolve("tmp")),
                "-cp",
                System.getProperty("java.class.path"),
                BeforeAfter.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectOutput(root.resolve("out").toFile())
                .redirectError(root.resolve("err").toFile());
        // For the stubs, too: otherwise most of the time of such short processes goes into compiling.
        builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        return builder.start();
    }

    /** Runs the command to its end and returns its exit code. */
    int run(String... arguments) throws IOException, InterruptedException {
        Process process = start(arguments);
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running: " + out() + err());
        }
        return process.exitValue();
    }

    String out() throws IOException {
        return Files.readString(root.resolve("out"));
    }

    String err() throws IOException {
        return Files.readString(root.resolve("err"));
    }
}
