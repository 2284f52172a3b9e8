/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.rig;

import java.nio.file.Files;
import java.nio.file.Path;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class TempFilesTests {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void filesOfUploadsAreCountedFromTheFirstReadingOn(@TempDir Path directory) throws Exception {
        try (TempFiles files = new TempFiles(directory)) {
            files.bindTo(meters);
            Files.createFile(directory.resolve("upload_before.tmp"));
            assertThat(count()).isZero();
            for (int i = 0; i < 100; i++) {
                Files.delete(Files.createFile(directory.resolve("upload_" + i + ".tmp")));
            }
            Files.createFile(directory.resolve("other.tmp"));
            Files.createFile(directory.resolve("upload_last.tmp"));
            await().until(() -> count() == 101);
        }
    }

    private double count() {
        return meters.get("catalog.temp-files.created").functionCounter().count();
    }
}
