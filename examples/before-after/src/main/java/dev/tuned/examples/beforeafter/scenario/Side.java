/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One of the processes that are compared.
 *
 * @param name what results call it, such as {@code tuned} or {@code tuned without cache}
 * @param variant the executable
 * @param arguments what it is started with besides where to listen and where to keep its files
 * @param jvmFlags flags of its JVM besides those that the scenario gives to all
 */
public record Side(String name, Variant variant, List<String> arguments, List<String> jvmFlags) {

    private static final String LOG_FILE = "--logging.file.name=";

    /** One whose JVM is like the others'. */
    Side(String name, Variant variant, List<String> arguments) {
        this(name, variant, arguments, List.of());
    }

    /** A variant as it is. */
    public static Side of(Variant variant) {
        return new Side(variant.label(), variant, List.of());
    }

    /** A second process started like this one: what differs between the two is noise. */
    public Side control() {
        return new Side(name + " (control)", variant, arguments, jvmFlags);
    }

    /** The same with further arguments. */
    Side with(String... more) {
        return new Side(
                name,
                variant,
                Stream.concat(arguments.stream(), Stream.of(more)).toList(),
                jvmFlags);
    }

    /** The same under another name. */
    Side named(String other) {
        return new Side(other, variant, arguments, jvmFlags);
    }

    /** The same with further flags of its JVM. */
    Side onJvm(String... flags) {
        return new Side(
                name,
                variant,
                arguments,
                Stream.concat(jvmFlags.stream(), Stream.of(flags)).toList());
    }

    /** The file below its directory that it logs to, besides its output. */
    public Optional<String> logFile() {
        return arguments.stream()
                .filter(argument -> argument.startsWith(LOG_FILE))
                .map(argument -> argument.substring(LOG_FILE.length()))
                .findFirst();
    }

    /** The side's name as a directory. */
    public String directory() {
        return name.replaceAll("[^a-zA-Z0-9-]+", "-");
    }
}
