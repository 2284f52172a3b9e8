/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What becomes of a file that is being sent when the application stops. */
@ExtendWith(OutputCaptureExtension.class)
class SendfileShutdownIT {

    private static final int SIZE = 8 * 1024 * 1024;

    @TempDir
    private Path directory;

    @Test
    void aGracefulShutdownSendsTheFileToItsEnd(CapturedOutput output) throws IOException {
        StaticFiles files = StaticFiles.start(directory);
        byte[] content = files.file("big.bin", SIZE);
        try (SlowReader reader = beginToRead(files)) {
            CompletableFuture<Void> closed = CompletableFuture.runAsync(files::close);
            await().until(() -> output.getOut().contains("Commencing graceful shutdown"));
            assertThat(closed).isNotDone();

            assertThat(reader.read()).isEqualTo(content);
            closed.join();
        }
        assertThat(output).doesNotContain("still running");
    }

    @Test
    void afterTheTimeoutItIsGivenUp(CapturedOutput output) throws IOException {
        StaticFiles files = StaticFiles.start(directory, "spring.lifecycle.timeout-per-shutdown-phase=1s");
        files.file("big.bin", SIZE);
        try (SlowReader reader = beginToRead(files)) {
            files.close();

            assertThat(reader.read()).hasSizeLessThan(SIZE);
        }
        assertThat(output).contains("still running after timeout of 1000ms: [webServerGracefulShutdown]");
    }

    @Test
    void anImmediateShutdownWaitsForNobody(CapturedOutput output) throws IOException {
        StaticFiles files = StaticFiles.start(directory, "server.shutdown=immediate");
        files.file("big.bin", SIZE);
        try (SlowReader reader = beginToRead(files)) {
            files.close();

            assertThat(reader.read()).hasSizeLessThan(SIZE);
        }
        assertThat(output).doesNotContain("graceful shutdown");
    }

    private static SlowReader beginToRead(StaticFiles files) throws IOException {
        SlowReader reader = new SlowReader(files.port(), "/big.bin");
        await().until(() -> files.counts().sent() == 1);
        return reader;
    }
}
