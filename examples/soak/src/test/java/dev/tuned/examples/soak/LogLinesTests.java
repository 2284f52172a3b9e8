/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.soak;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class LogLinesTests {

    @TempDir
    Path directory;

    @Test
    void countsTheLinesOfAcceptedOrdersInAllFiles() throws IOException {
        Files.writeString(directory.resolve("service.log"), order(1, 0, 1, 2));
        try (OutputStream out =
                new GZIPOutputStream(Files.newOutputStream(directory.resolve("service.log.2026-01-01.0.gz")))) {
            out.write(order(1, 3, 4, 5).getBytes(StandardCharsets.UTF_8));
        }
        assertThat(LogLines.in(directory, Set.of(1L))).isEqualTo(new LogLines(6, 0, 0));
    }

    @Test
    void findsLinesThatAreMissingOrThereTwice() throws IOException {
        Files.writeString(directory.resolve("service.log"), order(1, 0, 1, 2, 3, 4) + order(2, 0, 1, 2, 3, 4, 5, 5));
        assertThat(LogLines.in(directory, Set.of(1L, 2L))).isEqualTo(new LogLines(12, 1, 1));
    }

    @Test
    void aTornLineIsMissing() throws IOException {
        Files.writeString(directory.resolve("service.log"), order(1, 0, 1, 2, 3, 4) + "INFO order 1 item 5: 1 x");
        assertThat(LogLines.in(directory, Set.of(1L)).missing()).isEqualTo(1);
    }

    @Test
    void ordersThatWereNotAcceptedDoNotCount() throws IOException {
        Files.writeString(directory.resolve("service.log"), order(7, 0));
        assertThat(LogLines.in(directory, Set.of())).isEqualTo(new LogLines(0, 0, 0));
    }

    private static String order(long number, int... positions) {
        StringBuilder lines = new StringBuilder();
        for (int position : positions) {
            lines.append("2026-01-01 INFO [x] o.OrderController : order ").append(number);
            lines.append(position == 0 ? " accepted: user u-1, 5 items" : " item " + position + ": 1 x product 17");
            lines.append('\n');
        }
        return lines.toString();
    }
}
