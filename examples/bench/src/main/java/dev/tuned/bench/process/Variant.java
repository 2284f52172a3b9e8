/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A way to start a service, or one that runs already.
 *
 * @param name what results call it, such as {@code stock}
 * @param jar the executable jar
 * @param arguments what it is started with, besides where to listen
 * @param jvmFlags flags of its JVM
 * @param java the runtime that starts it, or {@code null} where that is not decided yet
 * @param running the service that runs already, or {@code null}; nothing is started then
 */
public record Variant(
        String name,
        Path jar,
        List<String> arguments,
        List<String> jvmFlags,
        @Nullable JavaRuntime java,
        @Nullable RunningService running) {

    /** One whose runtime is not decided yet. */
    public Variant(String name, Path jar, List<String> arguments, List<String> jvmFlags) {
        this(name, jar, arguments, jvmFlags, null, null);
    }

    /** One that is started with a runtime. */
    public Variant(String name, Path jar, List<String> arguments, List<String> jvmFlags, JavaRuntime java) {
        this(name, jar, arguments, jvmFlags, java, null);
    }

    /** One that runs already. */
    public static Variant running(String name, RunningService service) {
        return new Variant(name, Path.of(""), List.of(), List.of(), null, service);
    }

    /** The same under another name. */
    public Variant named(String other) {
        return new Variant(other, jar, arguments, jvmFlags, java, running);
    }

    /**
     * The same with further arguments. An option that is there already gets its new value: Spring Boot would join both.
     */
    public Variant with(String... more) {
        Set<String> again = Stream.of(more).map(Variant::option).collect(Collectors.toSet());
        List<String> kept = arguments.stream()
                .filter(argument -> !again.contains(option(argument)))
                .toList();
        return new Variant(name, jar, joined(kept, more), jvmFlags, java, running);
    }

    private static String option(String argument) {
        return argument.split("=", 2)[0];
    }

    /** The same with further flags of its JVM. */
    public Variant withJvmFlags(String... more) {
        return new Variant(name, jar, arguments, joined(jvmFlags, more), java, running);
    }

    /** The command that starts it. */
    public List<String> command() {
        String executable = String.valueOf(Objects.requireNonNull(java).java());
        return Stream.of(List.of(executable), jvmFlags, List.of("-jar", jar.toString()), arguments)
                .flatMap(List::stream)
                .toList();
    }

    private static List<String> joined(List<String> first, String... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toList();
    }
}
