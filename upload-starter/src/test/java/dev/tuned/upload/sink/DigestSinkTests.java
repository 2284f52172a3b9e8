/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.util.List;

import org.junit.jupiter.api.Test;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class DigestSinkTests extends SinkContract<Digested<byte[]>> {

    private final MemorySink memory = new MemorySink();

    @Override
    DigestSink<byte[]> sink() {
        return DigestSink.of(memory, "SHA-256");
    }

    @Override
    byte[] content(Digested<byte[]> stored) {
        return stored.stored();
    }

    @Override
    List<byte[]> remains() {
        return memory.stored;
    }

    /** FIPS 180-2's example: published, not computed here. */
    @Test
    void digestIsThatOfTheStandard() throws IOException {
        assertThat(store(sink(), "abc".getBytes(US_ASCII)).hex())
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void manyPiecesHaveTheDigestOfTheWhole() throws IOException {
        byte[] content = random(100_000);
        var writer = sink().open(PART);
        writer.write(content, 0, content.length);
        assertThat(store(sink(), content).hex()).isEqualTo(writer.commit().hex());
    }

    @Test
    void algorithmThatIsNotThereIsRefusedAtOnce() {
        assertThatIllegalArgumentException().isThrownBy(() -> DigestSink.of(memory, "SHA-0815"));
    }
}
