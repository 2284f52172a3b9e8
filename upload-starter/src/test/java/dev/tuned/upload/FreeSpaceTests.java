/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.upload.UploadFailure.Reason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class FreeSpaceTests {

    private static final long MORE_THAN_ANY_STORE = Long.MAX_VALUE - 1;

    @TempDir
    private Path directory;

    @Test
    void aStoreBelowTheFloorIsFullAndSaysByHowMuch() {
        FreeSpace space = new FreeSpace(directory, MORE_THAN_ANY_STORE);
        assertThatExceptionOfType(UploadException.class)
                .isThrownBy(space::check)
                .satisfies(failure -> {
                    assertThat(failure.reason()).isEqualTo(Reason.STORAGE_FULL);
                    assertThat(failure.limit()).isEqualTo(MORE_THAN_ANY_STORE);
                    assertThat(failure.actual()).isPositive();
                    assertThat(failure.property()).isEqualTo("tuned.upload.min-free-space");
                    assertThat(failure.getStatusCode().value()).isEqualTo(507);
                });
    }

    @Test
    void withoutAFloorNoRoomIsAskedFor() {
        assertThatCode(new FreeSpace(directory, 0)::check).doesNotThrowAnyException();
    }

    @Test
    void aFailureWithRoomLeftStaysWhatItWas() {
        IOException failure = new IOException("No space left on device");
        assertThat(new FreeSpace(directory, 1).explain(failure, 1)).isSameAs(failure);
    }

    @Test
    void aFailureOfAWriteForWhichThereIsNoRoomMeansThatTheStoreIsFull() {
        IOException failure = new IOException("whatever the system says");
        assertThatExceptionOfType(UploadException.class)
                .isThrownBy(() -> new FreeSpace(directory, 0).explain(failure, MORE_THAN_ANY_STORE))
                .withCause(failure)
                .satisfies(full -> assertThat(full.reason()).isEqualTo(Reason.STORAGE_FULL));
    }

    @Test
    void aDirectoryThatIsGoneIsNotAFullOne() {
        FreeSpace space = new FreeSpace(directory.resolve("gone"), 1);
        IOException failure = new IOException("no such directory");
        assertThatCode(space::check).doesNotThrowAnyException();
        assertThat(space.explain(failure, 1)).isSameAs(failure);
    }

    @Test
    void anUploadIsWatchedFromItsFirstByteOn() {
        FreeSpace.Watch watch = new FreeSpace(directory, MORE_THAN_ANY_STORE).watch();
        assertThatExceptionOfType(UploadException.class).isThrownBy(() -> watch.beforeWrite(1));
    }

    @Test
    void aNegativeFloorIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new FreeSpace(directory, -1));
    }
}
