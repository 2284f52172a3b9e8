/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SegmentInputStreamTests {

    private static final byte[] CONTENT = FormData.random(1000);

    /** The last segment is not full. */
    private static final byte[][] SEGMENTS = {
        Arrays.copyOfRange(CONTENT, 0, 10), Arrays.copyOfRange(CONTENT, 10, 400), Arrays.copyOfRange(CONTENT, 400, 1500)
    };

    private final InputStream stream = new SegmentInputStream(SEGMENTS, 1000);

    @Test
    void singleBytesComeInOrderUntilTheEnd() throws IOException {
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
        for (int round = 0; round < 500; round++) {
            InputStream actual = new SegmentInputStream(SEGMENTS, 1000);
            InputStream expected = new ByteArrayInputStream(CONTENT);
            while (expected.available() > 0) {
                int length = random.nextInt(600);
                switch (random.nextInt(7)) {
                    case 0 -> assertThat(actual.read()).isEqualTo(expected.read());
                    case 1 -> assertThat(actual.readNBytes(length)).isEqualTo(expected.readNBytes(length));
                    case 2 -> assertThat(actual.skip(length)).isEqualTo(expected.skip(length));
                    case 3 -> {
                        byte[] one = new byte[700];
                        byte[] other = new byte[700];
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
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(stream.read()).isEqualTo(CONTENT[0] & 0xFF);
        assertThat(stream.transferTo(out)).isEqualTo(999);
        assertThat(out.toByteArray()).isEqualTo(Arrays.copyOfRange(CONTENT, 1, 1000));
        assertThat(stream.transferTo(out)).isZero();
    }

    @Test
    void emptyContentIsAtItsEnd() throws IOException {
        InputStream empty = new SegmentInputStream(new byte[0][], 0);
        assertThat(empty.read()).isEqualTo(-1);
        assertThat(empty.readAllBytes()).isEmpty();
        assertThat(empty.skip(1)).isZero();
        assertThat(empty.read(new byte[0])).isZero();
    }

    @Test
    void rangeOutsideTheArrayIsRefused() {
        assertThatThrownBy(() -> stream.read(new byte[2], 1, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
