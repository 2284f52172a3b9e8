/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * An application as a user would have written it, and how it is started. Immutable.
 *
 * @param main its main class
 * @param classPath what it depends on, without the starters
 * @param arguments of its command line
 * @param jvmOptions of its JVM, after the suite's own
 * @param resources directories before the jars on its class path
 */
public record Application(
        Class<?> main, ClassPath classPath, List<String> arguments, List<String> jvmOptions, List<Path> resources) {

    public static Application of(Class<?> main, ClassPath classPath) {
        return new Application(main, classPath, List.of(), List.of(), List.of());
    }

    public Application arguments(String... more) {
        return new Application(main, classPath, concat(arguments, more), jvmOptions, resources);
    }

    public Application jvmOptions(String... more) {
        return new Application(main, classPath, arguments, concat(jvmOptions, more), resources);
    }

    public Application resources(Path... more) {
        return new Application(main, classPath, arguments, jvmOptions, concat(resources, more));
    }

    /** The application with starters on its class path. */
    public Application with(Iterable<Starter> starters) {
        return new Application(main, classPath.with(starters), arguments, jvmOptions, resources);
    }

    private static <T> List<T> concat(List<T> first, T[] second) {
        return Stream.concat(first.stream(), Arrays.stream(second)).toList();
    }
}
