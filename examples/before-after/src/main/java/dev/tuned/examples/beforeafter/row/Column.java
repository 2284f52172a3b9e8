/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.result.RowResult;

/**
 * A way to start the service of a row.
 *
 * @param name what results call it
 * @param jar the executable jar
 * @param arguments arguments of the application
 * @param heap the largest heap, such as {@code 128m}
 * @param java the runtime
 * @param piped whether its console is a pipe, which the row can leave unread
 * @param warm whether it is warmed up, with both compilers
 */
public record Column(
        String name, Path jar, List<String> arguments, String heap, JavaRuntime java, boolean piped, boolean warm) {

    public static final String STOCK = RowResult.STOCK;
    public static final String PROPERTY = RowResult.PROPERTY;
    public static final String TUNED = RowResult.TUNED;

    /** The same under another name. */
    public Column named(String other) {
        return new Column(other, jar, arguments, heap, java, piped, warm);
    }

    /** The same with further arguments. */
    public Column with(List<String> more) {
        return new Column(
                name, jar, Stream.concat(arguments.stream(), more.stream()).toList(), heap, java, piped, warm);
    }

    /** The same with another heap. */
    public Column withHeap(String other) {
        return new Column(name, jar, arguments, other, java, piped, warm);
    }

    /** The same with a pipe as its console. */
    public Column withPipe() {
        return new Column(name, jar, arguments, heap, java, true, warm);
    }

    /** The same with both compilers. */
    public Column withBothCompilers() {
        return new Column(name, jar, arguments, heap, java, piped, true);
    }

    /** The same with the first compiler alone. */
    Column withOneCompiler() {
        return new Column(name, jar, arguments, heap, java, piped, false);
    }

    /** How it is started, in words. */
    String settings() {
        return Stream.concat(Stream.of("-Xmx" + heap, jar.getFileName().toString()), arguments.stream())
                .collect(Collectors.joining(" "));
    }
}
