/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JDK that applications run on.
 *
 * @param home its directory
 * @param feature its version, such as 25
 */
record Jdk(Path home, int feature) {

    /** The one of the tests, which is the newest on the machine; with {@code all} that which runs Maven, too. */
    static List<Jdk> forSuite(boolean all) {
        Map<Integer, Jdk> jdks = new LinkedHashMap<>();
        if (all) {
            Jdk maven = of(Path.of(System.getProperty("dropin.maven.jdk", System.getProperty("java.home"))));
            jdks.put(maven.feature(), maven);
        }
        Jdk newest = of(Path.of(System.getProperty("java.home")));
        jdks.put(newest.feature(), newest);
        return List.copyOf(jdks.values());
    }

    private static Jdk of(Path home) {
        try {
            String version = Files.readAllLines(home.resolve("release")).stream()
                    .filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.replaceAll("[^0-9.]", ""))
                    .findFirst()
                    .orElseThrow();
            return new Jdk(home, Integer.parseInt(version.replaceAll("\\..*", "")));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    String java() {
        return home.resolve("bin/java").toString();
    }
}
