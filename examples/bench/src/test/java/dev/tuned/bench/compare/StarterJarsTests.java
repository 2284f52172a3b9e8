/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.compare.StarterJars.UnfitJarException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("without-boot")
class StarterJarsTests {

    private static final String LIB = "BOOT-INF/lib/";
    private static final String INDEX = "BOOT-INF/classpath.idx";

    @TempDir
    private Path directory;

    private static final Map<String, String> CARRIED = Map.of(
            "tuned-upload-spring-boot-starter-1.jar", "the starter",
            "tuned-cache-spring-boot-starter-1.jar", "the cache",
            "tuned-property-check-1.jar", "the check",
            "jspecify-1.0.0.jar", "annotations");

    private final StarterJars starters = new StarterJars(name ->
            new ByteArrayInputStream((name.equals("names") ? String.join("\n", CARRIED.keySet()) : CARRIED.get(name))
                    .getBytes(StandardCharsets.UTF_8)));

    private Path jar(String name, String version, Map<String, String> entries) throws IOException {
        Path file = directory.resolve(name);
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!version.isEmpty()) {
            manifest.getMainAttributes().putValue("Spring-Boot-Version", version);
            manifest.getMainAttributes().putValue("Spring-Boot-Lib", LIB);
        }
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (Map.Entry<String, String> entry : new TreeMap<>(entries).entrySet()) {
                jar.putNextEntry(new JarEntry(entry.getKey()));
                jar.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
                jar.closeEntry();
            }
        }
        return file;
    }

    private static String text(JarFile jar, String name) throws IOException {
        return new String(jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void libraryIsStoredAndIndexed() throws Exception {
        Path service = jar(
                "service.jar",
                "4.1.0",
                Map.of(
                        LIB + "spring-boot-webmvc-4.1.0.jar",
                        "webmvc",
                        LIB + "jspecify-1.0.1.jar",
                        "its own",
                        LIB + "tuned-property-check-0.9.jar",
                        "another starter's",
                        "BOOT-INF/classes/A.class",
                        "code",
                        INDEX,
                        "- \"BOOT-INF/lib/spring-boot-webmvc-4.1.0.jar\"\n"));
        Path copy = directory.resolve("copy.jar");
        starters.add(service, List.of("upload"), copy);
        try (JarFile jar = new JarFile(copy.toFile())) {
            String starter = LIB + "tuned-upload-spring-boot-starter-1.jar";
            assertThat(jar.getEntry(starter).getMethod()).isEqualTo(JarEntry.STORED);
            assertThat(text(jar, starter)).isEqualTo("the starter");
            assertThat(text(jar, "BOOT-INF/classes/A.class")).isEqualTo("code");
            assertThat(text(jar, INDEX).lines())
                    .containsExactly("- \"BOOT-INF/lib/spring-boot-webmvc-4.1.0.jar\"", "- \"" + starter + "\"");
            assertThat(jar.stream().map(JarEntry::getName))
                    .doesNotContain(LIB + "jspecify-1.0.0.jar", LIB + "tuned-property-check-1.jar");
            assertThat(jar.getManifest().getMainAttributes().getValue("Spring-Boot-Version"))
                    .isEqualTo("4.1.0");
        }
    }

    @Test
    void whatAStarterNeedsComesWithIt() throws Exception {
        Path service = jar("service.jar", "4.0.7", Map.of(LIB + "spring-boot-data-redis-4.0.7.jar", "redis"));
        Path copy = directory.resolve("copy.jar");
        starters.add(service, List.of("cache"), copy);
        try (JarFile jar = new JarFile(copy.toFile())) {
            assertThat(jar.stream().map(JarEntry::getName))
                    .contains(
                            LIB + "tuned-cache-spring-boot-starter-1.jar",
                            LIB + "tuned-property-check-1.jar",
                            LIB + "jspecify-1.0.0.jar");
        }
    }

    @Test
    void otherJarsAreRefusedInOneLine() throws Exception {
        refused(jar("old.jar", "3.5.1", Map.of()), "has Spring Boot 3.5.1; the starters are for 4.0 and 4.1");
        refused(jar("plain.jar", "", Map.of()), "is no executable jar of Spring Boot with its libraries in " + LIB);
        refused(
                jar("batch.jar", "4.0.7", Map.of()),
                "has no spring-boot-webmvc, without which the upload starter has" + " nothing to do");
        refused(
                jar(
                        "twice.jar",
                        "4.0.7",
                        Map.of(
                                LIB + "spring-boot-webmvc-4.0.7.jar", "",
                                LIB + "tuned-upload-spring-boot-starter-0.9.jar", "")),
                "has the upload starter already");
        refused(Files.writeString(directory.resolve("text.jar"), "text"), "is no jar");
    }

    private void refused(Path jar, String why) {
        assertThatThrownBy(() -> starters.add(jar, List.of("upload"), directory.resolve("copy.jar")))
                .isInstanceOf(UnfitJarException.class)
                .hasMessageStartingWith(jar + " " + why)
                .message()
                .hasLineCount(1);
    }
}
