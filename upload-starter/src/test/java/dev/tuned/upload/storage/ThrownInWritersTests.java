/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.io.IOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What was taken of the memory comes back, whatever was thrown while a part was kept. */
class ThrownInWritersTests {

    private static final int STACK_BYTES = 256 * 1024;

    private static final int ROUNDS = 20;

    private static final int FRAMES = 60;

    private final UploadStorage storage = new UploadStorage(64L << 20);

    private final byte[] bytes = new byte[3 * UploadStorage.SEGMENT_SIZE];

    private final ContentWriter[] writers = new ContentWriter[FRAMES];

    private final @Nullable StoredContent[] contents = new StoredContent[FRAMES];

    private int overflows;

    @TempDir
    Path directory;

    @Test
    void usedUpStackTakesNoMemoryWithIt() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < FRAMES; i++) {
                writers[i] = storage.writer(bytes.length, () -> directory);
                contents[i] = null;
            }
            Thread caller = new Thread(null, this::deeper, "caller", STACK_BYTES);
            caller.start();
            caller.join();
            for (int i = 0; i < FRAMES; i++) {
                StoredContent content = contents[i];
                if (content != null) {
                    content.close();
                } else {
                    writers[i].abort();
                }
            }
            assertThat(storage.memoryUsed()).isZero();
        }
        assertThat(overflows).isGreaterThan(ROUNDS);
    }

    private int deeper() {
        int below;
        try {
            below = deeper() + 1;
        } catch (StackOverflowError ex) {
            below = 0;
        }
        if (below < FRAMES) {
            keep(below);
        }
        return below;
    }

    private void keep(int number) {
        try {
            writers[number].write(bytes, 0, bytes.length, true);
            contents[number] = writers[number].commit();
        } catch (StackOverflowError ex) {
            overflows++;
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Test
    void errorOfTheDirectoryGivesTheMemoryBack() throws IOException {
        ContentWriter writer = storage.writer(bytes.length, () -> {
            throw new OutOfMemoryError("thrown by a test");
        });
        writer.write(bytes, 0, bytes.length, false);
        assertThat(storage.memoryUsed()).isPositive();
        assertThatExceptionOfType(Error.class)
                .isThrownBy(() -> writer.write(bytes, 0, bytes.length, true))
                .withMessage("thrown by a test");
        writer.abort();
        assertThat(storage.memoryUsed()).isZero();
    }
}
