/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Tag("without-boot")
class PipedOutputTests {

    private static final int PIPE = 4096;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    @Test
    void aPipeThatIsNotReadFillsUpAndLosesNothing() throws Exception {
        Path file = directory.resolve("output.log");
        try (PipedOutputStream process = new PipedOutputStream()) {
            PipedOutput output = new PipedOutput();
            output.read(new PipedInputStream(process, PIPE), file);
            write(process, "first\n");
            await().atMost(PATIENCE).until(() -> Files.readString(file).equals("first\n"));

            output.stopReading();
            Thread writer = new Thread(() -> write(process, "x".repeat(20 * PIPE) + "\nlast\n"));
            writer.start();
            await().atMost(PATIENCE).until(() -> writer.getState() == Thread.State.TIMED_WAITING);
            assertThat(Files.readString(file)).doesNotContain("last");

            output.readAgain();
            writer.join();
            await().atMost(PATIENCE).until(() -> Files.readString(file).endsWith("\nlast\n"));
            assertThat(Files.size(file)).isEqualTo("first\n".length() + 20L * PIPE + "\nlast\n".length());
        }
    }

    private static void write(PipedOutputStream process, String text) {
        try {
            process.write(text.getBytes(StandardCharsets.US_ASCII));
            process.flush();
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
