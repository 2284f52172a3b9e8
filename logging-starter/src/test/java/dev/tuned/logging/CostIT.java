/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What a line costs with and without the starter: {@code write(2)} calls, counted by the kernel, and bytes allocated. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "write calls are counted in /proc")
@Tag("thorough")
class CostIT {

    private static final int LINES = 4_000;

    @TempDir
    Path directory;

    /**
     * On the console and in the file: either alone would be more calls than all may take. A quarter, since a slow machine ends
     * a flush interval before many lines have come.
     */
    @Test
    void manyLinesAreWrittenTogether() throws IOException {
        String[] arguments = arguments("--logging.file.name=app.log");
        assertThat(measure(ForkedJvm.stock(directory, arguments), "syscw")).isGreaterThanOrEqualTo(2 * LINES);
        assertThat(measure(ForkedJvm.tuned(directory, arguments), "syscw")).isLessThan(LINES / 4);
    }

    /** The configuration a field report started from, and the same without its asynchronous appender: the same lines, including the method. */
    @Tag("nightly")
    @Test
    void withoutAnAsyncAppenderTheLinesAreTheSameAndTheWritesFewer() throws IOException {
        String[] stockArguments =
                arguments("--logging.config=classpath:s2-logback.xml", "--logging.file.name=stock.log");
        String[] tunedArguments = arguments(
                "-Dtest.appender=FILE", "--logging.config=classpath:s2-logback.xml", "--logging.file.name=tuned.log");
        int stockCalls = measure(ForkedJvm.stock(directory, stockArguments), "syscw");
        assertThat(measure(ForkedJvm.tuned(directory, tunedArguments), "syscw")).isLessThan(stockCalls / 4);
        assertThat(numbered("tuned.log")).isEqualTo(numbered("stock.log")).hasSize(LINES);
    }

    private static String[] arguments(String... more) {
        List<String> all = new ArrayList<>(List.of("--test.mode=measure", "--test.lines=" + LINES));
        all.addAll(List.of(more));
        return all.toArray(new String[0]);
    }

    private List<String> numbered(String file) throws IOException {
        return Files.readAllLines(directory.resolve(file)).stream()
                .filter(line -> line.contains(" line "))
                .map(line -> line.substring(line.indexOf('[')))
                .toList();
    }

    private static int measure(ForkedJvm jvm, String what) throws IOException {
        try (jvm) {
            jvm.awaitError("ready").pressEnter();
            jvm.awaitEnd();
            return reported(jvm, what);
        }
    }

    private static int reported(ForkedJvm jvm, String what) {
        return jvm.errors()
                .lines()
                .filter(line -> line.startsWith(what + " "))
                .mapToInt(line -> Integer.parseInt(line.substring(what.length() + 1)))
                .findFirst()
                .orElseThrow();
    }
}
