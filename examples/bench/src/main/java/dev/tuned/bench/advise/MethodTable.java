/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The methods that stand for signals, from {@code methods.txt}.
 *
 * @param rows the rows of the table
 */
record MethodTable(List<Row> rows) {

    /**
     * A method.
     *
     * @param signal what it stands for
     * @param timed whether its calls are timed where the JVM can do that
     * @param name such as {@code com.example.Shop::buy}, for all overloads
     */
    record Row(Signal signal, boolean timed, String name) {}

    static MethodTable read() {
        InputStream table = Objects.requireNonNull(MethodTable.class.getResourceAsStream("methods.txt"));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))) {
            return new MethodTable(lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.strip().split(" +", -1))
                    .map(words -> new Row(Signal.of(words[0]), words[1].equals("timed"), words[2]))
                    .toList());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The filter of {@code jdk.MethodTiming}. */
    String filter() {
        return rows.stream().filter(Row::timed).map(Row::name).collect(Collectors.joining(";"));
    }

    Map<String, Signal> signals() {
        return rows.stream().collect(Collectors.toMap(Row::name, Row::signal));
    }

    /** The method of a line of a thread dump, such as {@code at com.example.Shop.buy(Shop.java:7)}. */
    Optional<Signal> inLine(String line) {
        return rows.stream()
                .filter(row -> line.contains(row.name().replace("::", ".") + "("))
                .map(Row::signal)
                .findFirst();
    }
}
