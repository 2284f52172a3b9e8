/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.upload.FormData;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SegmentInputStreamTests {

    private static final int SIZE = 3 * UploadStorage.SEGMENT_SIZE + 1000;

    private static final byte[] CONTENT = FormData.random(SIZE);

    private final UploadStorage storage = new UploadStorage(1 << 20);

    private final StoredContent content = stored(CONTENT);

    private StoredContent stored(byte[] bytes) {
        ContentWriter writer = storage.writer(Long.MAX_VALUE, () -> Path.of("."));
        try {
            writer.write(bytes, 0, bytes.length - 10, false);
            writer.write(bytes, bytes.length - 10, 10, true);
            return writer.commit();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Test
    void singleBytesComeInOrderUntilTheEnd() throws IOException {
        InputStream stream = content.inputStream();
        for (byte expected : CONTENT) {
            assertThat((byte) stream.read()).isEqualTo(expected);
        }
        assertThat(stream.read()).isEqualTo(-1);
        assertThat(stream.read(new byte[1], 0, 1)).isEqualTo(-1);
        assertThat(stream.available()).isZero();
    }

    @Test
    void anyMixOfOperationsReadsWhatAnArraysStreamReads() throws IOException {
        Random random = new Random(1);
        for (int round = 0; round < 50; round++) {
            InputStream actual = content.inputStream();
            InputStream expected = new ByteArrayInputStream(CONTENT);
            while (expected.available() > 0) {
                int length = random.nextInt(60_000);
                switch (random.nextInt(7)) {
                    case 0 -> assertThat(actual.read()).isEqualTo(expected.read());
                    case 1 -> assertThat(actual.readNBytes(length)).isEqualTo(expected.readNBytes(length));
                    case 2 -> assertThat(actual.skip(length)).isEqualTo(expected.skip(length));
                    case 3 -> {
                        byte[] one = new byte[60_050];
                        byte[] other = new byte[60_050];
                        assertThat(actual.read(one, 50, length)).isEqualTo(expected.read(other, 50, length));
                        assertThat(one).isEqualTo(other);
                    }
                    case 4 -> {
                        actual.mark(0);
                        expected.mark(0);
                    }
                    case 5 -> {
                        actual.reset();
                        expected.reset();
                        length = random.nextInt(3);
                    }
                    default -> assertThat(actual.available()).isEqualTo(expected.available());
                }
                if (random.nextInt(20) == 0) {
                    assertThat(actual.readAllBytes()).isEqualTo(expected.readAllBytes());
                }
            }
            assertThat(actual.read()).isEqualTo(-1);
        }
    }

    @Test
    void transferGivesWholeSegments() throws IOException {
        InputStream stream = content.inputStream();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(stream.read()).isEqualTo(CONTENT[0] & 0xFF);
        assertThat(stream.transferTo(out)).isEqualTo(SIZE - 1);
        assertThat(out.toByteArray()).isEqualTo(Arrays.copyOfRange(CONTENT, 1, SIZE));
        assertThat(stream.transferTo(out)).isZero();
    }

    @Test
    void rangeOutsideTheArrayIsRefused() throws IOException {
        InputStream stream = content.inputStream();
        assertThatThrownBy(() -> stream.read(new byte[2], 1, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void segmentsAreUsedAgainOnceNobodyReads() throws IOException {
        InputStream atEnd = content.inputStream();
        atEnd.readAllBytes();
        content.inputStream().close();
        byte[][] before = content.retain();
        content.release();
        content.close();
        assertThat(storage.memoryUsed()).isZero();
        assertThat(stored(CONTENT).retain()[0]).isIn((Object[]) before);
        assertThatIOException().isThrownBy(() -> {
            atEnd.reset();
            atEnd.read();
        });
    }

    @Test
    void segmentsThatSomebodyReadsStayHis() throws IOException {
        InputStream late = content.inputStream();
        content.close();
        assertThat(storage.memoryUsed()).isZero();
        byte[] other = new byte[SIZE];
        stored(other);
        assertThat(late.readAllBytes()).isEqualTo(CONTENT);
        assertThatIOException().isThrownBy(content::inputStream);
    }

    @Test
    void partBeyondTheBudgetGoesToAFile(@TempDir Path directory) throws IOException {
        UploadStorage small = new UploadStorage(UploadStorage.SEGMENT_SIZE);
        ContentWriter writer = small.writer(Long.MAX_VALUE, () -> directory);
        writer.write(CONTENT, 0, SIZE, true);
        StoredContent stored = writer.commit();
        assertThat(stored.isInMemory()).isFalse();
        assertThat(small.memoryUsed()).isEqualTo(UploadStorage.PART_BYTES);
        assertThat(stored.inputStream().readAllBytes()).isEqualTo(CONTENT);
        stored.close();
        assertThat(small.memoryUsed()).isZero();
        small.close();
        assertThat(directory).isEmptyDirectory();
    }
}
