/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.upload.UploadSink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class FileSystemSinkTests extends SinkContract<StoredFile> {

    @TempDir
    private Path root;

    @Override
    FileSystemSink sink() throws IOException {
        return FileSystemSink.in(directory());
    }

    @Override
    byte[] content(StoredFile stored) throws IOException {
        byte[] content = Files.readAllBytes(stored.path());
        assertThat(stored.size()).isEqualTo(content.length);
        return content;
    }

    @Override
    List<Path> remains() throws IOException {
        try (Stream<Path> files = Files.list(directory())) {
            return files.toList();
        }
    }

    private Path directory() {
        return root.resolve("a/b");
    }

    @Test
    void theNameIsRandomAndNotTheClients() throws IOException {
        StoredFile one = store(sink(), random(1));
        StoredFile other = store(sink(), random(1));
        assertThat(one.path()).isNotEqualTo(other.path()).hasParent(directory().toAbsolutePath());
        assertThat(one.path().getFileName().toString()).matches("[0-9a-f-]{36}");
    }

    @Test
    void aFileHasItsNameOnlyAfterTheCommit() throws IOException {
        UploadSink.Writer<StoredFile> writer = sink().open(PART);
        assertThat(remains())
                .singleElement()
                .satisfies(file -> assertThat(file.getFileName().toString()).matches("\\..{36}\\.part"));
        assertThat(remains()).isNotEqualTo(List.of(writer.commit().path()));
        assertThat(remains())
                .singleElement()
                .satisfies(file -> assertThat(Files.isHidden(file)).isFalse());
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs POSIX file permissions")
    void filesAndTheDirectoryBelongToTheOwnerAlone() throws IOException {
        StoredFile stored = store(sink(), random(1));
        assertThat(modeOf(stored.path())).isEqualTo("rw-------");
        assertThat(modeOf(directory())).isEqualTo("rwx------");
    }

    @Test
    void aDirectoryThatWasRemovedIsMadeAgain() throws IOException {
        FileSystemSink sink = sink();
        Files.delete(directory());
        Files.delete(directory().getParent());
        assertThat(content(store(sink, random(3)))).isEqualTo(random(3));
    }

    @Test
    void withFsyncPartsAreStoredToo() throws IOException {
        assertThat(content(store(sink().fsync(), random(100_000)))).isEqualTo(random(100_000));
        assertThat(remains()).hasSize(1);
    }

    @Test
    void nothingIsLeftAfterAWriteThatFailed() throws IOException {
        UploadSink.Writer<StoredFile> writer = sink().open(PART);
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(ClosedByInterruptException.class).isThrownBy(() -> write(writer, random(100_000)));
        writer.abort();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(remains()).isEmpty();
    }

    @Test
    void nothingIsLeftAfterACommitThatFailed() throws IOException {
        UploadSink.Writer<StoredFile> writer = sink().open(PART);
        write(writer, random(100_000));
        for (Path file : remains()) {
            Files.delete(file);
        }
        assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(writer::commit);
        writer.abort();
        assertThat(remains()).isEmpty();
    }

    private static String modeOf(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
