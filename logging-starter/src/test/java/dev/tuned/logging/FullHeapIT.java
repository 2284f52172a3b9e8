/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Lines logged while the application keeps the heap full, up to a megabyte. */
class FullHeapIT {

    private static final int LINES = 2000;

    @TempDir
    Path stock;

    @TempDir
    Path tuned;

    @Test
    void endsAsWithoutTheStarter() throws IOException {
        String[] arguments = {
            "--test.mode=full-heap",
            "--test.lines=" + LINES,
            "--logging.file.name=app.log",
            "--logging.threshold.console=off"
        };
        List<Integer> expected;
        try (ForkedJvm jvm = ForkedJvm.stock(stock, arguments)) {
            assertThat(jvm.awaitEnd()).isZero();
            assertThat(jvm.errors()).contains("thrown 0");
            expected = NumberedLines.numbered(Files.readAllLines(stock.resolve("app.log")));
        }
        try (ForkedJvm jvm = ForkedJvm.tuned(tuned, arguments)) {
            assertThat(jvm.awaitEnd()).as(jvm::errors).isZero();
            assertThat(jvm.errors()).contains("thrown 0");
            assertThat(NumberedLines.numbered(Files.readAllLines(tuned.resolve("app.log"))))
                    .hasSize(LINES)
                    .isEqualTo(expected);
        }
    }
}
