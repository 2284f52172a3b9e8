/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The class path of an application that has the starter and nothing else, taken from that of the tests. */
public final class StarterClassPath {

    private static final Pattern NEEDED =
            Pattern.compile("(tuned-logging-spring-boot-starter|spring-boot(-autoconfigure)?"
                    + "|spring-(core|beans|context|aop|expression)|commons-logging|slf4j-api|logback-(core|classic)|log4j-(api|to-slf4j)"
                    + "|jul-to-slf4j|snakeyaml|jakarta.annotation-api|jspecify|HdrHistogram)-\\d.*\\.jar");

    private StarterClassPath() {}

    /** A fraction of the jars is a fraction of what a JVM needs to start. */
    public static String value() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> Files.isDirectory(path)
                        || NEEDED.matcher(path.getFileName().toString()).matches())
                .map(path -> path.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
