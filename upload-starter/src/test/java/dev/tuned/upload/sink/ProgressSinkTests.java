/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.tuned.upload.UploadSink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ProgressSinkTests extends SinkContract<byte[]> {

    private final MemorySink memory = new MemorySink();

    @Override
    ProgressSink<byte[]> sink() {
        return ProgressSink.of(memory, 1, (part, bytes, complete) -> {});
    }

    @Override
    byte[] content(byte[] stored) {
        return stored;
    }

    @Override
    List<byte[]> remains() {
        return memory.stored;
    }

    @Test
    void theListenerLearnsOfEachStepAndOfTheEnd() throws IOException {
        List<String> calls = new ArrayList<>();
        var sink = ProgressSink.of(memory, 100, (part, bytes, complete) -> calls.add(bytes + " " + complete));
        UploadSink.Writer<byte[]> writer = sink.open(PART);
        byte[] piece = new byte[60];
        for (int i = 0; i < 5; i++) {
            writer.write(piece, 0, piece.length);
        }
        writer.commit();
        assertThat(calls).containsExactly("120 false", "240 false", "300 true");
    }

    @Test
    void aPartThatIsNotStoredIsNeverComplete() throws IOException {
        List<Boolean> completions = new ArrayList<>();
        ProgressSink.Listener listener = (part, bytes, complete) -> completions.add(complete);
        ProgressSink.of(memory, 1, listener).open(PART).abort();
        var failing = ProgressSink.of(new MemorySink(MemorySink.Fault.COMMIT), 1, listener);
        assertThatIOException().isThrownBy(() -> store(failing, random(5)));
        assertThat(completions).containsExactly(false);
    }

    @Test
    void aListenerThatFailsEndsNoUpload() throws IOException {
        var sink = ProgressSink.of(memory, 1, (part, bytes, complete) -> {
            throw new IllegalStateException("listener");
        });
        assertThat(store(sink, random(5))).isEqualTo(random(5));
    }

    @Test
    void aStepHasAtLeastOneByte() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProgressSink.of(memory, 0, (part, bytes, complete) -> {}));
    }
}
