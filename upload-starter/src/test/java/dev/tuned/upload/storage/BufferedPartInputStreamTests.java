/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.storage;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

import org.junit.jupiter.api.Test;

import dev.tuned.upload.FormData;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class BufferedPartInputStreamTests {

    private static final byte[] CONTENT = FormData.random(100_000);

    private final CountingInputStream file = new CountingInputStream(CONTENT);

    private final BufferedPartInputStream stream = new BufferedPartInputStream(file);

    @Test
    void singleBytesReachTheFileInBuffers() throws IOException {
        for (byte expected : CONTENT) {
            assertThat((byte) stream.read()).isEqualTo(expected);
        }
        assertThat(stream.read()).isEqualTo(-1);
        assertThat(file.singleReads()).isZero();
        assertThat(file.reads()).isEqualTo(CONTENT.length / BufferedPartInputStream.BUFFER_SIZE + 2);
    }

    @Test
    void wholeStreamOperationsAreLeftToTheFile() throws IOException {
        assertThat(stream.readAllBytes()).isEqualTo(CONTENT);
        assertThat(file.readAlls()).isEqualTo(1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(new BufferedPartInputStream(new CountingInputStream(CONTENT)).transferTo(out))
                .isEqualTo(CONTENT.length);
        assertThat(out.toByteArray()).isEqualTo(CONTENT);
    }

    @Test
    void wholeStreamOperationsGoOnWhereSingleReadsEnded() throws IOException {
        assertThat((byte) stream.read()).isEqualTo(CONTENT[0]);
        assertThat(stream.readAllBytes()).hasSize(CONTENT.length - 1).endsWith(CONTENT[CONTENT.length - 1]);
        BufferedPartInputStream other = new BufferedPartInputStream(new CountingInputStream(CONTENT));
        assertThat((byte) other.read()).isEqualTo(CONTENT[0]);
        assertThat(other.transferTo(new ByteArrayOutputStream())).isEqualTo(CONTENT.length - 1);
    }

    @Test
    void markAndResetWorkAcrossWholeStreamOperations() throws IOException {
        stream.mark(CONTENT.length + 1);
        assertThat(stream.readAllBytes()).isEqualTo(CONTENT);
        stream.reset();
        assertThat(stream.readAllBytes()).isEqualTo(CONTENT);
    }

    @Test
    void skipsBeyondItsBuffer() throws IOException {
        assertThat((byte) stream.read()).isEqualTo(CONTENT[0]);
        assertThat(stream.skip(CONTENT.length - 2)).isEqualTo(CONTENT.length - 2);
        assertThat((byte) stream.read()).isEqualTo(CONTENT[CONTENT.length - 1]);
        assertThat(stream.skip(1)).isZero();
    }

    @Test
    void closedStreamCannotBeRead() throws IOException {
        stream.close();
        assertThatIOException().isThrownBy(stream::readAllBytes);
        assertThatIOException().isThrownBy(() -> stream.transferTo(new ByteArrayOutputStream()));
    }
}
