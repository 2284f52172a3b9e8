/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DiskTests {

    @TempDir
    private Path directory;

    @Test
    void aDirectoryThatIsGoneIsNotAFullDisk() {
        assertThat(Disk.usableBytes(this.directory.toFile())).isNotNegative();
        assertThat(Disk.usableBytes(this.directory.resolve("gone").toFile())).isEqualTo(Disk.NO_DIRECTORY);
    }
}
