/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The methods that are looked for are there, in the versions that the example service was built with. */
class MethodTableIT {

    @TempDir
    private Path libraries;

    @Test
    void everyMethodOfTheTableExists() throws Exception {
        try (URLClassLoader loader = new URLClassLoader(service(), ClassLoader.getPlatformClassLoader())) {
            for (MethodTable.Row row : MethodTable.read().rows()) {
                String[] name = row.name().split("::", 2);
                assertThat(Arrays.stream(Class.forName(name[0], false, loader).getDeclaredMethods()))
                        .as(row.name())
                        .anyMatch(method -> method.getName().equals(name[1]));
            }
        }
    }

    private URL[] service() throws Exception {
        List<URL> urls = new ArrayList<>();
        try (JarFile jar = new JarFile("../catalog-stock/target/catalog-stock.jar")) {
            List<JarEntry> entries = jar.stream()
                    .filter(entry -> entry.getName().matches("BOOT-INF/lib/[^/]+\\.jar"))
                    .toList();
            for (JarEntry entry : entries) {
                Path library = libraries.resolve(entry.getName().substring("BOOT-INF/lib/".length()));
                try (InputStream in = jar.getInputStream(entry)) {
                    Files.copy(in, library);
                }
                urls.add(library.toUri().toURL());
            }
        }
        return urls.toArray(URL[]::new);
    }
}
