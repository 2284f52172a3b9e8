/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.tuned.upload.UploadSink;
import dev.tuned.upload.sink.MemorySink.Fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class TeeSinkTests extends SinkContract<TeeSink.Both<byte[], byte[]>> {

    private final MemorySink first = new MemorySink();

    private final MemorySink second = new MemorySink();

    @Override
    TeeSink<byte[], byte[]> sink() {
        return TeeSink.of(first, second);
    }

    @Override
    byte[] content(TeeSink.Both<byte[], byte[]> stored) {
        assertThat(stored.second()).isEqualTo(stored.first());
        return stored.first();
    }

    @Override
    List<Integer> remains() {
        return IntStream.range(0, Math.max(first.stored.size(), second.stored.size()))
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void ifTheSecondFailsTheFirstKeepsNothing(Fault fault) {
        assertThatIOException()
                .isThrownBy(() -> storeOrAbort(TeeSink.of(first, new MemorySink(fault))))
                .withMessage("fault at " + fault);
        assertThat(first.stored).isEmpty();
        assertThat(first.ends).isEqualTo(fault == Fault.COMMIT ? List.of("commit", "undo") : List.of("drop"));
    }

    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void ifTheFirstFailsTheSecondKeepsNothing(Fault fault) {
        assertThatIOException()
                .isThrownBy(() -> storeOrAbort(TeeSink.of(new MemorySink(fault), second)))
                .withMessage("fault at " + fault);
        assertThat(second.stored).isEmpty();
        assertThat(second.ends).isEqualTo(fault == Fault.OPEN ? List.of() : List.of("drop"));
    }

    @Test
    void undoTakesBackFromBoth() throws IOException {
        UploadSink.Writer<?> writer = sink().open(PART);
        writer.commit();
        assertThat(writer.undo()).isTrue();
        assertThat(first.stored).isEmpty();
        assertThat(second.stored).isEmpty();
    }

    /** As a caller has to: no abort after a commit. */
    private static void storeOrAbort(UploadSink<?> sink) throws IOException {
        UploadSink.Writer<?> writer = sink.open(PART);
        try {
            writer.write(new byte[] {1}, 0, 1);
        } catch (IOException ex) {
            writer.abort();
            throw ex;
        }
        writer.commit();
    }
}
