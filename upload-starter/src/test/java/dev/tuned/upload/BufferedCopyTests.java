/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockMultipartFile;
import org.springframework.mock.web.MockPart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class BufferedCopyTests {

    private static final byte[] CONTENT = FormData.random(100_000);

    private final CountingInputStream in = new CountingInputStream(CONTENT);

    private final ClosableOutput out = new ClosableOutput();

    @Test
    void streamIsCopiedAndLeftOpen() throws IOException {
        assertThat(BufferedCopy.copy(in, out)).isEqualTo(CONTENT.length);
        assertThat(out.toByteArray()).isEqualTo(CONTENT);
        assertThat(in.singleReads()).isZero();
        assertThat(in.closed()).isFalse();
        assertThat(out.closed).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 16 * 1024, 200_000})
    void bufferHasTheSizeAskedFor(int size) throws IOException {
        assertThat(BufferedCopy.copy(in, out, size)).isEqualTo(CONTENT.length);
        assertThat(out.toByteArray()).isEqualTo(CONTENT);
        assertThat(in.reads()).isEqualTo((CONTENT.length + size - 1) / size + 1);
    }

    @Test
    void bufferWithoutAByteIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BufferedCopy.copy(in, out, 0))
                .withMessage("Buffer size must be at least 1 byte, but is 0");
    }

    @Test
    void streamOfAPartIsClosed() throws IOException {
        MockPart part = new MockPart("file", "a.bin", CONTENT) {
            @Override
            public InputStream getInputStream() {
                return in;
            }
        };
        assertThat(BufferedCopy.copy(part, out)).isEqualTo(CONTENT.length);
        assertThat(in.closed()).isTrue();
        assertThat(out.closed).isFalse();
    }

    @Test
    void streamOfAFileIsClosedAlsoWhenTheOutputFails() {
        MockMultipartFile file = new MockMultipartFile("file", CONTENT) {
            @Override
            public InputStream getInputStream() {
                return in;
            }
        };
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("full");
            }
        };
        assertThatIOException().isThrownBy(() -> BufferedCopy.copy(file, full)).withMessage("full");
        assertThat(in.closed()).isTrue();
    }

    private static final class ClosableOutput extends ByteArrayOutputStream {

        private boolean closed;

        @Override
        public void close() {
            closed = true;
        }
    }
}
