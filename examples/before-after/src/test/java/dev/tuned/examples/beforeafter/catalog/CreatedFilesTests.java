/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("without-boot")
class CreatedFilesTests {

    @TempDir
    private Path directory;

    @Test
    void filesAreCountedThoughTheyAreGone() throws Exception {
        try (CreatedFiles created = CreatedFiles.below(directory)) {
            create(3);
            assertThat(created.count()).isEqualTo(3);
            assertThat(created.count()).isZero();
        }
    }

    /** The JDK keeps 512 events of a directory, and then says that there were more. */
    @Test
    void moreThanTheSystemRemembersAreNoCount() throws Exception {
        try (CreatedFiles created = CreatedFiles.below(directory)) {
            create(2000);
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(created::count)
                    .withMessageContaining("than can be counted");
        }
    }

    private void create(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Files.delete(Files.createFile(directory.resolve("upload-" + i)));
        }
    }
}
