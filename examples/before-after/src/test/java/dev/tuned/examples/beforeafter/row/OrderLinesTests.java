/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class OrderLinesTests {

    @TempDir
    private Path directory;

    @Test
    void countsTheLinesOfTheOrdersThatAreAsked() throws Exception {
        Path log = Files.writeString(directory.resolve("output.log"), "INFO order 2 accepted: before\n");
        try (OrderLines lines = new OrderLines(log)) {
            append(log, "INFO order 1 item 9: late\nINFO order 2 accepted: user u\nINFO order 2 item 1: 1 x\n");
            append(log, "INFO another line\nINFO order 3 accepted: user u\nINFO order 4 accepted: user u\n");
            assertThat(lines.of(number -> number >= 2 && number <= 3, 3)).isEqualTo(3);
        }
    }

    @Test
    void aLineThatIsCutCountsOnce() throws Exception {
        Path log = Files.writeString(directory.resolve("output.log"), "");
        try (OrderLines lines = new OrderLines(log)) {
            append(log, "INFO order 12 accepted: user u\nINFO order 1");
            assertThat(lines.of(number -> number >= 12 && number <= 12, 1)).isEqualTo(1);
            append(log, "2 item 1: 1 x\nINFO order 12 item 2: 1 x\n");
            assertThat(lines.of(number -> number >= 12 && number <= 12, 2)).isEqualTo(2);
        }
    }

    @Test
    void linesThatNeverComeAreNotWaitedForForEver() throws Exception {
        Path log = Files.writeString(directory.resolve("output.log"), "");
        try (OrderLines lines = new OrderLines(log)) {
            append(log, "INFO order 12 accepted: user u\n");
            assertThat(lines.of(number -> number >= 12 && number <= 12, 10)).isEqualTo(1);
        }
    }

    private static void append(Path log, String text) throws IOException {
        Files.writeString(log, text, StandardOpenOption.APPEND);
    }
}
