/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.upload.UploadException;
import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadSink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

/** On a file system of 3 MB, which only root can make; the floor in {@link FileSystemSinkTests} needs none. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "needs tmpfs, a file system in memory")
class FullFileSystemTests {

    private static final long SIZE = 3 << 20;

    @TempDir
    private Path mountPoint;

    private boolean mounted;

    @BeforeEach
    void mount() throws Exception {
        mounted = run("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "tmpfs", mountPoint.toString()) == 0;
        assumeThat(mounted).as("needs to be root, to mount a file system").isTrue();
    }

    @AfterEach
    void unmount() throws Exception {
        if (mounted) {
            assertThat(run("umount", mountPoint.toString())).isZero();
        }
    }

    @Test
    void aFullFileSystemAnswers507AndKeepsNothing() throws IOException {
        UploadSink.Writer<StoredFile> writer = FileSystemSink.in(mountPoint).open(SinkContract.PART);
        assertThatExceptionOfType(UploadException.class)
                .isThrownBy(() -> SinkContract.write(writer, new byte[(int) SIZE + 100_000]))
                .withCauseInstanceOf(IOException.class)
                .satisfies(failure -> {
                    assertThat(failure.reason()).isEqualTo(Reason.STORAGE_FULL);
                    assertThat(failure.getStatusCode().value()).isEqualTo(507);
                });
        writer.abort();
        assertNothingIsLeft();
    }

    @Test
    void theFloorHoldsInTheMiddleOfAPart() throws IOException {
        UploadSink.Writer<StoredFile> writer =
                FileSystemSink.in(mountPoint).minFreeSpace(SIZE / 2).open(SinkContract.PART);
        assertThatExceptionOfType(UploadException.class)
                .isThrownBy(() -> SinkContract.write(writer, new byte[(int) SIZE - 100_000]))
                .withNoCause()
                .satisfies(failure -> assertThat(failure.actual()).isBetween(1L, failure.limit()));
        writer.abort();
        assertNothingIsLeft();
    }

    @Test
    void aFileSystemThatFillsUpAtTheLastBytesFailsTheCommit() throws IOException {
        UploadSink.Writer<StoredFile> writer = FileSystemSink.in(mountPoint).open(SinkContract.PART);
        writer.write(new byte[10_000], 0, 10_000);
        Path other = mountPoint.resolve("other");
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> Files.write(other, new byte[(int) SIZE + 1]));
        assertThatExceptionOfType(UploadException.class)
                .isThrownBy(writer::commit)
                .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.STORAGE_FULL));
        Files.delete(other);
        assertNothingIsLeft();
    }

    private void assertNothingIsLeft() throws IOException {
        try (Stream<Path> files = Files.list(mountPoint)) {
            assertThat(files).isEmpty();
        }
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
