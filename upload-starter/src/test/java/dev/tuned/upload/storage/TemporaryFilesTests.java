/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A directory that others use, too. */
class TemporaryFilesTests {

    private static final String DEAD = "upload_5b0f4a44-30ad-4d2e-8d2c-43b7e1d1a0aa";

    private static final String PART = DEAD + "_0a3f0b52-94a1-4a56-9d4c-9fd0f6f9d7c1.tmp";

    @TempDir
    private Path directory;

    private final TemporaryFiles files = new TemporaryFiles();

    @Test
    void filesOfADeadProcessAreDeleted() throws IOException {
        dead(directory);
        create(PART);
        files.cleanUp(directory);
        assertThat(names()).isEmpty();
    }

    @Test
    void filesOfALivingProcessStay() throws IOException {
        try (TemporaryFiles other = new TemporaryFiles();
                OutputStream out = other.create(other.name(directory))) {
            out.write(1);
            List<String> before = names();
            files.cleanUp(directory);
            assertThat(names()).isEqualTo(before).hasSize(2);
        }
        assertThat(names()).isEmpty();
    }

    @Test
    void whatLooksAlikeStays() throws IOException {
        dead(directory);
        for (String name : List.of(
                "upload_2026.csv",
                "upload_2026.lock",
                "upload_.lock",
                "upload_[1.lock",
                "upload_*.lock",
                DEAD.toUpperCase() + ".lock",
                DEAD + ".csv",
                DEAD + "_report.tmp",
                PART + ".bak",
                "x" + PART,
                "upload_00000000-0000-0000-0000-000000000000.lock",
                "upload_00000000-0000-0000-0000-000000000000_00000000-0000-0000-0000-000000000000.tmp")) {
            create(name);
        }
        List<String> before = names();
        files.cleanUp(directory);
        assertThat(names()).hasSize(before.size() - 1).doesNotContain(DEAD + ".lock");
    }

    @Test
    void filesOfAnotherDirectoryStay(@TempDir Path other) throws IOException {
        dead(other);
        Files.copy(other.resolve(DEAD + ".lock"), directory.resolve(DEAD + ".lock"));
        create(PART);
        files.cleanUp(directory);
        assertThat(names()).containsExactlyInAnyOrder(DEAD + ".lock", PART);
    }

    @Test
    @Timeout(60)
    void noLinkIsFollowedAndNoPipeIsOpened(@TempDir Path other) throws Exception {
        Path victim = Files.writeString(other.resolve("victim"), "x");
        Files.createSymbolicLink(directory.resolve(DEAD + ".lock"), victim);
        Files.createSymbolicLink(directory.resolve(PART), victim);
        Path pipe = directory.resolve("upload_00000000-0000-0000-0000-000000000000.lock");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Files.createDirectory(directory.resolve("upload_00000000-0000-0000-0000-000000000001.lock"));
        files.cleanUp(directory);
        assertThat(names()).hasSize(4);
        assertThat(victim).hasContent("x");
    }

    @Test
    void lockThatNobodyMayOpenStays() throws IOException {
        dead(directory);
        Files.setPosixFilePermissions(directory.resolve(DEAD + ".lock"), PosixFilePermissions.fromString("---------"));
        files.cleanUp(directory);
        files.cleanUp(directory.resolve("missing"));
    }

    @Test
    void fileIsReadableByItsOwnerAlone() throws IOException {
        Path file = files.name(directory);
        files.create(file).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void fileThatCannotBeRenamedStaysReadableByItsOwnerAlone() throws IOException {
        Path file = files.name(directory);
        files.create(file).close();
        assertThat(files.rename(file, directory.resolve("missing/target").toFile()))
                .isFalse();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    private void dead(Path place) throws IOException {
        Files.writeString(place.resolve(DEAD + ".lock"), "Temporary files of uploads in " + place.toRealPath() + "\n");
    }

    private void create(String name) throws IOException {
        Files.writeString(directory.resolve(name), name);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
