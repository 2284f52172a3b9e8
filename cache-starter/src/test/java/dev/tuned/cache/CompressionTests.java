/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CompressionTests {

    private final Compression compression = new Compression(100);

    @Test
    void documentOfTheSizeOrMoreIsSmallerAndComesBack() {
        byte[] content = "{\"name\":\"a name\"}".repeat(100).getBytes(StandardCharsets.UTF_8);
        byte[] compressed = compression.compress(content);
        assertThat(compressed).hasSizeLessThan(content.length / 4);
        assertThat(Compression.expand(compressed)).isEqualTo(content);
    }

    @Test
    void smallerDocumentsAndThoseThatGainNothingStayAsTheyAre() {
        byte[] small = "x".repeat(99).getBytes(StandardCharsets.UTF_8);
        assertThat(compression.compress(small)).isSameAs(small);
        byte[] random = new byte[1000];
        new Random(1).nextBytes(random);
        assertThat(compression.compress(random)).isSameAs(random);
        byte[] large = new byte[1000];
        assertThat(new Compression(0).compress(large)).isSameAs(large);
    }

    @Test
    void plainDocumentIsReadWithCompressionOnToo() {
        byte[] json = "{\"id\":\"1\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(Compression.expand(json)).isSameAs(json);
        assertThat(Compression.expand(new byte[0])).isEmpty();
        assertThat(Compression.expand(new byte[] {0x1f})).hasSize(1);
    }

    @Test
    void documentThatExpandsToTooMuchIsRefused() throws IOException {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bomb)) {
            byte[] zeros = new byte[1024 * 1024];
            for (int i = 0; i < 65; i++) {
                gzip.write(zeros);
            }
        }
        assertThat(bomb.size()).isLessThan(100_000);
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> Compression.expand(bomb.toByteArray()))
                .withMessageContaining("expands to more than");
    }

    @Test
    void tornAndForgedDocumentsAreRefused() {
        byte[] compressed = compression.compress(new byte[1000]);
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> Compression.expand(Arrays.copyOf(compressed, compressed.length - 1)));
        compressed[compressed.length - 6] ^= 1;
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> Compression.expand(compressed));
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> Compression.expand(new byte[] {0x1f, (byte) 0x8b, 8}));
    }
}
