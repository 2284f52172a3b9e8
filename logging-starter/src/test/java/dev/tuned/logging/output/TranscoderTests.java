/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.output;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.tuned.logging.ConfiguredContext;
import dev.tuned.logging.queue.BatchBuffer;

import static org.assertj.core.api.Assertions.assertThat;

class TranscoderTests {

    static Stream<Charset> charsets() {
        return Charset.availableCharsets().values().stream().filter(Charset::canEncode);
    }

    /** Every charset of this JDK, over text with halves of surrogate pairs and characters the charset does not have. */
    @ParameterizedTest
    @MethodSource("charsets")
    void encodesAsStringDoes(Charset charset) {
        try (ConfiguredContext context = new ConfiguredContext("")) {
            GeneratedEvents events = new GeneratedEvents(context, 11);
            Transcoder transcoder = new Transcoder(charset);
            BatchBuffer target = new BatchBuffer(512);
            for (int i = 0; i < 50; i++) {
                String text = events.text();
                assertThat(bytes(transcoder, text, target)).as(text).isEqualTo(text.getBytes(charset));
            }
        }
    }

    @Test
    void aSurrogatePairMayLieAcrossTwoChunks() {
        for (int before = 4090; before < 4100; before++) {
            String text = "a".repeat(before) + "\ud83d\ude00" + "b".repeat(5000) + "\ud83d";
            assertThat(bytes(new Transcoder(UTF_8), text, new BatchBuffer(16))).isEqualTo(text.getBytes(UTF_8));
        }
    }

    private static final Charset UTF_8 = java.nio.charset.StandardCharsets.UTF_8;

    private static byte[] bytes(Transcoder transcoder, String text, BatchBuffer target) {
        int begin = target.end();
        transcoder.append(new StringBuilder(text), target);
        byte[] bytes = Arrays.copyOfRange(target.reserve(0), begin, target.end());
        if (target.isFull()) {
            target.clear();
        }
        return bytes;
    }
}
