/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.methods;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import javax.tools.ToolProvider;

/** Small applications of Spring Boot that are compiled here, each with one change or none. */
final class SeededApplication {

    private static final Path LIBRARIES =
            Path.of("../streaming/target/streaming.jar").toAbsolutePath().normalize();
    private static final String CLASSES = "BOOT-INF/classes/";
    private static final String LIB = "BOOT-INF/lib/";

    private final Path directory;
    private final List<Path> libraries = new ArrayList<>();

    /** Unpacks Spring Boot's libraries. */
    SeededApplication(Path directory) throws IOException {
        this.directory = directory;
        Path lib = Files.createDirectories(directory.resolve("lib"));
        try (JarFile jar = new JarFile(LIBRARIES.toFile())) {
            for (JarEntry entry : jar.stream()
                    .filter(each -> each.getName().matches(LIB + "(?!tuned-).+\\.jar"))
                    .toList()) {
                Path file = lib.resolve(entry.getName().substring(LIB.length()));
                try (InputStream in = jar.getInputStream(entry)) {
                    Files.copy(in, file);
                }
                libraries.add(file);
            }
        }
        libraries.add(Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(path -> path.getFileName().toString().startsWith("h2-"))
                .findFirst()
                .orElseThrow());
    }

    /**
     * Builds an application.
     *
     * @param name {@code shop} or {@code notes}
     * @param seed its change, or {@code none}
     */
    Path build(String name, String seed) throws IOException {
        String main = Character.toUpperCase(name.charAt(0)) + name.substring(1) + "Application";
        Path work = Files.createDirectories(directory.resolve(name + "-" + seed));
        Path source = Files.writeString(work.resolve(main + ".java"), source(name, seed));
        Path classes = Files.createDirectories(work.resolve("classes"));
        String classPath = libraries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(null, null, errors, "-parameters", "-d", classes.toString(), "-cp", classPath, source.toString());
        if (code != 0) {
            throw new IOException(errors.toString(StandardCharsets.UTF_8));
        }
        return jar(work.resolve(name + ".jar"), classes, "com.example." + name + "." + main);
    }

    private static String source(String name, String seed) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(SeededApplication.class.getResourceAsStream("/seeds/" + name + ".txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.matches(".*//\\+ (?!" + seed + "$).*") && !line.endsWith("//- " + seed))
                    .collect(Collectors.joining("\n"));
        }
    }

    private Path jar(Path file, Path classes, String main) throws IOException {
        try (JarFile like = new JarFile(LIBRARIES.toFile())) {
            Manifest manifest = like.getManifest();
            manifest.getMainAttributes().putValue("Start-Class", main);
            manifest.getMainAttributes().remove(new java.util.jar.Attributes.Name("Spring-Boot-Classpath-Index"));
            manifest.getMainAttributes().remove(new java.util.jar.Attributes.Name("Spring-Boot-Layers-Index"));
            try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
                for (JarEntry entry : like.stream()
                        .filter(each -> each.getName().startsWith("org/springframework/boot/loader/"))
                        .toList()) {
                    try (InputStream in = like.getInputStream(entry)) {
                        put(jar, entry.getName(), in.readAllBytes());
                    }
                }
                // Spring Boot's loader looks for the directories themselves.
                for (String each : List.of("BOOT-INF/", CLASSES, LIB)) {
                    put(jar, each, new byte[0]);
                }
                for (Path library : libraries) {
                    put(jar, LIB + library.getFileName(), Files.readAllBytes(library));
                }
                try (Stream<Path> files = Files.walk(classes)) {
                    for (Path each : files.skip(1).toList()) {
                        boolean isDirectory = Files.isDirectory(each);
                        put(
                                jar,
                                CLASSES + classes.relativize(each) + (isDirectory ? "/" : ""),
                                isDirectory ? new byte[0] : Files.readAllBytes(each));
                    }
                }
            }
        }
        return file;
    }

    private static void put(JarOutputStream jar, String name, byte[] bytes) throws IOException {
        JarEntry entry = new JarEntry(name);
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        entry.setMethod(JarEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCrc(checksum.getValue());
        jar.putNextEntry(entry);
        jar.write(bytes);
        jar.closeEntry();
    }
}
