/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Adds starters to a copy of an executable jar of Spring Boot, as if it had been built with them. The starters, and
 * what they need and an application may not have, are data of this program: resources that are packaged with it.
 */
public final class StarterJars {

    /** The names of the starters. */
    public static final List<String> STARTERS = List.of("upload", "logging", "cache", "threads");

    private static final Map<String, String> REQUIRED_MODULE =
            Map.of("upload", "spring-boot-webmvc", "cache", "spring-boot-data-redis", "threads", "spring-boot-webmvc");

    private static final String LIB = "BOOT-INF/lib/";
    private static final String INDEX = "BOOT-INF/classpath.idx";
    private static final Pattern VERSION = Pattern.compile("4\\.[01]\\.\\d.*");
    private static final Pattern LIBRARY = Pattern.compile("(?:.*/)?(.+?)-\\d[^/]*\\.jar");

    private static final String NAMES = "names";

    /** What all starters depend on beside Spring Boot and the modules without which they do nothing. */
    private static final List<String> NEEDED = List.of("tuned-property-check", "jspecify");

    private final Function<String, @Nullable InputStream> files;

    /** The jars that are packaged with this program. */
    public StarterJars() {
        this(name -> StarterJars.class.getResourceAsStream("/starters/" + name));
    }

    /**
     * Finds starters.
     *
     * @param files opens a jar by the name of its file, and the list of all names by {@code names}; {@code null} for
     *     what is not there
     */
    StarterJars(Function<String, @Nullable InputStream> files) {
        this.files = files;
    }

    /** Starters cannot be added to a jar; the message says why in one line. */
    public static final class UnfitJarException extends IOException {

        private static final long serialVersionUID = 1L;

        UnfitJarException(Path jar, String why) {
            super(jar + " " + why);
        }
    }

    /** Whether a jar has a starter; not if it cannot be read. */
    public static boolean has(Path jar, String starter) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return libraries(file).contains(library(starter));
        } catch (IOException ex) {
            return false;
        }
    }

    /** Why a starter cannot be added to a jar, or nothing. */
    public static Optional<String> whyNot(Path jar, String starter) {
        try (JarFile original = new JarFile(jar.toFile())) {
            check(jar, original, List.of(starter));
            return Optional.empty();
        } catch (UnfitJarException ex) {
            return Optional.of(String.valueOf(ex.getMessage()));
        } catch (IOException ex) {
            return Optional.of(jar + " cannot be read: " + ex.getMessage());
        }
    }

    /**
     * Writes a copy of a jar with starters.
     *
     * @param starters names such as {@code upload}
     * @throws UnfitJarException if the jar is none that they can be added to
     */
    public void add(Path jar, Collection<String> starters, Path copy) throws IOException {
        try (JarFile original = new JarFile(jar.toFile())) {
            Set<String> libraries = check(jar, original, starters);
            Map<String, byte[]> added = new LinkedHashMap<>();
            for (String starter : starters) {
                add(library(starter), added);
            }
            for (String needed : NEEDED) {
                if (!libraries.contains(needed)) {
                    add(needed, added);
                }
            }
            write(jar, added, copy);
        } catch (java.util.zip.ZipException ex) {
            throw new UnfitJarException(jar, "is no jar: " + ex.getMessage());
        }
    }

    /** The names of the libraries in a jar that starters can be added to. */
    private static Set<String> check(Path jar, JarFile original, Collection<String> starters) throws IOException {
        Manifest manifest = original.getManifest();
        Attributes attributes = manifest == null ? new Attributes() : manifest.getMainAttributes();
        String version = attributes.getValue("Spring-Boot-Version");
        if (version == null || !LIB.equals(attributes.getValue("Spring-Boot-Lib"))) {
            throw new UnfitJarException(jar, "is no executable jar of Spring Boot with its libraries in " + LIB);
        }
        if (!VERSION.matcher(version).matches()) {
            throw new UnfitJarException(jar, "has Spring Boot " + version + "; the starters are for 4.0 and 4.1");
        }
        Set<String> libraries = libraries(original);
        for (String starter : starters) {
            if (libraries.contains(library(starter))) {
                throw new UnfitJarException(jar, "has the " + starter + " starter already");
            }
            String module = REQUIRED_MODULE.get(starter);
            if (module != null && !libraries.contains(module)) {
                throw new UnfitJarException(
                        jar, "has no " + module + ", without which the " + starter + " starter has nothing to do");
            }
        }
        return libraries;
    }

    private static String library(String starter) {
        return "tuned-" + starter + "-spring-boot-starter";
    }

    private static Set<String> libraries(JarFile jar) {
        return jar.stream()
                .map(JarEntry::getName)
                .filter(name -> name.startsWith(LIB))
                .map(LIBRARY::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .collect(Collectors.toSet());
    }

    private void add(String library, Map<String, byte[]> added) throws IOException {
        for (String name :
                new String(read(NAMES), StandardCharsets.UTF_8).lines().toList()) {
            Matcher matcher = LIBRARY.matcher(name);
            if (matcher.matches() && matcher.group(1).equals(library)) {
                added.put(LIB + name, read(name));
                return;
            }
        }
        throw new IOException("this program does not carry " + library);
    }

    private byte[] read(String name) throws IOException {
        try (InputStream in = files.apply(name)) {
            if (in == null) {
                throw new IOException("this program does not carry starters: it has to be packaged, by mvn package");
            }
            return in.readAllBytes();
        }
    }

    /** Libraries have to be stored, not compressed: Spring Boot's loader reads them inside the jar. */
    private static void write(Path original, Map<String, byte[]> added, Path copy) throws IOException {
        Files.copy(original, copy, StandardCopyOption.REPLACE_EXISTING);
        try (FileSystem archive = FileSystems.newFileSystem(copy, Map.of("compressionMethod", "STORED"))) {
            for (Map.Entry<String, byte[]> library : added.entrySet()) {
                Files.write(archive.getPath(library.getKey()), library.getValue());
            }
            Path index = archive.getPath(INDEX);
            if (Files.exists(index)) {
                List<String> lines = new ArrayList<>(Files.readAllLines(index));
                added.keySet().forEach(library -> lines.add("- \"" + library + "\""));
                Files.write(index, lines);
            }
        }
    }
}
