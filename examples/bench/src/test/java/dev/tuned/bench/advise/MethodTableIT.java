/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The methods that are looked for are there, in the versions that the examples were built with: the service, and what reads from Redis. */
class MethodTableIT {

    @TempDir
    private Path libraries;

    @Test
    void everyMethodOfTheTableExists() throws Exception {
        try (URLClassLoader loader = new URLClassLoader(libraries(), ClassLoader.getPlatformClassLoader())) {
            for (MethodTable.Row row : MethodTable.read().rows()) {
                String[] name = row.name().split("::", 2);
                assertThat(Arrays.stream(Class.forName(name[0], false, loader).getDeclaredMethods()))
                        .as(row.name())
                        .anyMatch(method -> method.getName().equals(name[1]));
            }
        }
    }

    private URL[] libraries() throws Exception {
        Set<URL> urls = new LinkedHashSet<>();
        addTo(urls, "../catalog-stock/target/catalog-stock.jar");
        addTo(urls, "../first/cache/target/first-cache.jar");
        return urls.toArray(URL[]::new);
    }

    private void addTo(Set<URL> urls, String application) throws Exception {
        try (JarFile jar = new JarFile(application)) {
            List<JarEntry> entries = jar.stream()
                    .filter(entry -> entry.getName().matches("BOOT-INF/lib/[^/]+\\.jar"))
                    .toList();
            for (JarEntry entry : entries) {
                Path library = libraries.resolve(entry.getName().substring("BOOT-INF/lib/".length()));
                try (InputStream in = jar.getInputStream(entry)) {
                    Files.copy(in, library, StandardCopyOption.REPLACE_EXISTING);
                }
                urls.add(library.toUri().toURL());
            }
        }
    }
}
