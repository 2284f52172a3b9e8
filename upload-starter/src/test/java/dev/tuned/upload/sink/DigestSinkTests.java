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
        return DigestSink.of(memory, DigestAlgorithm.SHA_256, DigestAlgorithm.CRC32C);
    }

    @Override
    byte[] content(Digested<byte[]> stored) {
        return stored.stored();
    }

    @Override
    List<byte[]> remains() {
        return memory.stored;
    }

    /** FIPS 180-2's example and RFC 3720's, of the same kind: published, not computed here. */
    @Test
    void digestsAreThoseOfTheStandards() throws IOException {
        assertThat(store(sink(), "abc".getBytes(US_ASCII)).hex(DigestAlgorithm.SHA_256))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        byte[] ascending = new byte[32];
        for (int i = 0; i < ascending.length; i++) {
            ascending[i] = (byte) i;
        }
        assertThat(store(sink(), ascending).hex(DigestAlgorithm.CRC32C)).isEqualTo("46dd794e");
        assertThat(store(sink(), new byte[32]).hex(DigestAlgorithm.CRC32C)).isEqualTo("8a9136aa");
    }

    @Test
    void manyPiecesHaveTheDigestOfTheWhole() throws IOException {
        byte[] content = random(100_000);
        MemorySink other = new MemorySink();
        var writer = DigestSink.of(other, DigestAlgorithm.values()).open(PART);
        writer.write(content, 0, content.length);
        assertThat(store(sink(), content).digests()).isEqualTo(writer.commit().digests());
    }

    @Test
    void aDigestThatWasNotAskedForIsNotThere() throws IOException {
        Digested<byte[]> stored = store(DigestSink.of(memory, DigestAlgorithm.CRC32C), random(1));
        assertThatIllegalArgumentException().isThrownBy(() -> stored.hex(DigestAlgorithm.SHA_256));
    }
}
