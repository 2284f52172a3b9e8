/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/** A Java installation to run a fault on. */
record Jdk(Path home, Runtime.Version version) {

    /** Set by the nightly build: the JDK that runs Maven, which need not be the one that runs this test. */
    private static final String BUILD = "tuned.test.build-jdk";

    /** The JDK that runs this test, the newest the build has found; in the nightly build the one that runs it, too, if it is another. */
    static List<Jdk> all() {
        Set<Path> homes = new LinkedHashSet<>();
        homes.add(real(Path.of(System.getProperty("java.home"))));
        String build = System.getProperty(BUILD);
        if (build != null) {
            homes.add(real(Path.of(build)));
        }
        return homes.stream().map(Jdk::at).toList();
    }

    private static Path real(Path home) {
        try {
            return home.toRealPath();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static Jdk at(Path home) {
        Properties release = new Properties();
        try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
            release.load(reader);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return new Jdk(
                home, Runtime.Version.parse(release.getProperty("JAVA_VERSION").replace("\"", "")));
    }

    Path java() {
        return home.resolve("bin").resolve("java");
    }

    @Override
    public String toString() {
        return "JDK " + version;
    }
}
