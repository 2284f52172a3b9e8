/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs POSIX file permissions and symbolic links")
class UploadDirectoryTests {

    @TempDir
    private Path temp;

    @Test
    void temporaryDirectoryIsPrivateAndHasARandomName() throws IOException {
        UploadDirectory first = UploadDirectory.temporary();
        UploadDirectory second = UploadDirectory.temporary();
        assertThat(first.ensure()).isNotEqualTo(second.ensure());
        assertThat(mode(first.ensure())).isEqualTo("rwx------");
        first.remove();
        second.remove();
    }

    @Test
    void openedDirectoryIsClosedToOthersAgain() throws IOException {
        UploadDirectory directory = UploadDirectory.at(temp.resolve("uploads"));
        Files.setPosixFilePermissions(temp.resolve("uploads"), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(mode(directory.ensure())).isEqualTo("rwx------");
        assertThat(mode(directory.ensure())).isEqualTo("rwx------");
        directory.remove();
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void directoryThatTheContainerMadeAgainGoesToo() throws IOException {
        Path location = temp.resolve("uploads");
        UploadDirectory directory = UploadDirectory.at(location);
        Files.delete(location);
        Files.createDirectory(
                location, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        directory.remove();
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void directoryOfTheUserIsMadeAgainPrivately() throws IOException {
        Path location = Files.createDirectory(temp.resolve("uploads"));
        UploadDirectory directory = UploadDirectory.at(location);
        Files.delete(location);
        assertThat(mode(directory.ensure())).isEqualTo("rwx------");
    }

    @Test
    void linkThatTookThePlaceIsNotFollowed() throws IOException {
        Path other = Files.createDirectory(temp.resolve("other"));
        Path location = temp.resolve("uploads");
        UploadDirectory directory = UploadDirectory.at(location);
        Files.delete(location);
        Files.createSymbolicLink(location, other);
        assertThatIOException().isThrownBy(directory::ensure).withMessageContaining("somebody else took the place");
        directory.remove();
        assertThat(location).isSymbolicLink();
    }

    @Test
    void linkOfTheUserIsFollowed() throws IOException {
        Path other = Files.createDirectory(temp.resolve("other"));
        Path location = Files.createSymbolicLink(temp.resolve("uploads"), other);
        UploadDirectory directory = UploadDirectory.at(location);
        assertThat(directory.ensure()).isEqualTo(location);
        directory.remove();
        assertThat(other).exists();
    }

    @Test
    void linkToNothingIsRefused() throws IOException {
        Path location = Files.createSymbolicLink(temp.resolve("uploads"), temp.resolve("absent"));
        assertThatIOException().isThrownBy(() -> UploadDirectory.at(location));
    }

    @Test
    void fileIsRefused() throws IOException {
        Path file = Files.createFile(temp.resolve("file"));
        assertThatThrownBy(() -> UploadDirectory.at(file)).isInstanceOf(NotDirectoryException.class);
        assertThatThrownBy(() -> UploadDirectory.at(file.resolve("below"))).isInstanceOf(FileSystemException.class);
    }

    @Test
    void directoryThatCannotBeWrittenIsRefused() {
        // Not even a super-user writes here.
        assertThatIOException().isThrownBy(() -> UploadDirectory.at(Path.of("/proc/self")));
        assertThatIOException().isThrownBy(() -> UploadDirectory.at(Path.of("/proc/self/uploads")));
    }

    @Test
    void leftoversOfTheContainerGoButNothingElse() throws IOException {
        UploadDirectory directory = UploadDirectory.temporary();
        Path path = directory.ensure();
        Path leftover = Files.createFile(path.resolve("upload_1_2.tmp"));
        Path foreign = Files.createFile(path.resolve("report.pdf"));
        directory.remove();
        assertThat(leftover).doesNotExist();
        assertThat(foreign).exists();
        Files.delete(foreign);
        directory.remove();
        assertThat(path).doesNotExist();
        directory.remove();
    }

    @Test
    void manyThreadsFindTheDirectoryAfterItVanished() throws Exception {
        Path location = temp.resolve("uploads");
        UploadDirectory directory = UploadDirectory.at(location);
        ExecutorService executor = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 100; round++) {
                Files.delete(location);
                List<Callable<Path>> calls = Stream.<Callable<Path>>generate(() -> directory::ensure)
                        .limit(8)
                        .toList();
                for (Future<Path> call : executor.invokeAll(calls)) {
                    assertThat(call.get()).isDirectory();
                }
            }
        } finally {
            executor.shutdown();
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
