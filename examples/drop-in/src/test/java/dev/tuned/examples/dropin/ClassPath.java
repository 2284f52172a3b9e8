/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an application depends on, as its pom would have it: some of this module's dependencies and all that these need.
 *
 * @param dependencies {@code group:artifact}; for Spring Boot's own starters {@code spring-boot-starter-x} is enough
 * @param exclusions {@code group:artifact} likewise, excluded wherever they come from
 */
public record ClassPath(List<String> dependencies, List<String> exclusions) {

    public static ClassPath of(String... dependencies) {
        return new ClassPath(ids(dependencies), List.of());
    }

    public ClassPath and(String... more) {
        return new ClassPath(concat(dependencies, ids(more)), exclusions);
    }

    public ClassPath without(String... excluded) {
        return new ClassPath(dependencies, concat(exclusions, ids(excluded)));
    }

    ClassPath with(Iterable<Starter> starters) {
        List<String> all = new ArrayList<>(dependencies);
        starters.forEach(starter -> all.add(starter.artifact()));
        return new ClassPath(all, exclusions);
    }

    /** The value of {@code -cp}: {@code directories}, which include this module's test classes, then the jars. */
    public String value(List<Path> directories) {
        Stream<Path> jars =
                Resolved.TREE.fileNames(dependencies, exclusions).stream().map(ClassPath::jar);
        return Stream.concat(directories.stream(), jars)
                .map(path -> path.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path jar(String fileName) {
        Path jar = Resolved.JARS.get(fileName);
        if (jar == null) {
            throw new IllegalStateException(fileName + " is not on the class path of this module's tests");
        }
        return jar;
    }

    private static Map<String, Path> jars() {
        Map<String, Path> jars = new HashMap<>();
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::isRegularFile)
                .forEach(path -> jars.put(path.getFileName().toString(), path));
        return jars;
    }

    private static List<String> ids(String... names) {
        return Arrays.stream(names)
                .map(name -> name.contains(":") ? name : "org.springframework.boot:" + name)
                .toList();
    }

    private static List<String> concat(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** Its own class, which is not initialized where scenarios are listed and none is started. */
    private static final class Resolved {

        static final DependencyTree TREE = DependencyTree.read(Path.of("target/dependencies.txt"));
        static final Map<String, Path> JARS = jars();
    }
}
