/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A way to start a service.
 *
 * @param name what results call it, such as {@code stock}
 * @param jar the executable jar
 * @param arguments what it is started with, besides where to listen
 * @param jvmFlags flags of its JVM
 */
public record Variant(String name, Path jar, List<String> arguments, List<String> jvmFlags) {

    /** The same under another name. */
    public Variant named(String other) {
        return new Variant(other, jar, arguments, jvmFlags);
    }

    /** The same with further arguments. */
    public Variant with(String... more) {
        return new Variant(name, jar, joined(arguments, more), jvmFlags);
    }

    /** The same with further flags of its JVM. */
    public Variant withJvmFlags(String... more) {
        return new Variant(name, jar, arguments, joined(jvmFlags, more));
    }

    private static List<String> joined(List<String> first, String... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toList();
    }
}
