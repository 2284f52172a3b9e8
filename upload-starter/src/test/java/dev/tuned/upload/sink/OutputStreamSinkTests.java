/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import dev.tuned.upload.UploadSink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

class OutputStreamSinkTests {

    private final List<String> calls = new ArrayList<>();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream() {

        @Override
        public void flush() {
            calls.add("flush");
        }

        @Override
        public void close() {
            calls.add("close");
        }
    };

    @Test
    void aCommitFlushesClosesAndCounts() throws IOException {
        byte[] content = SinkContract.random(20_000);
        assertThat(SinkContract.store(OutputStreamSink.of(part -> out), content))
                .isEqualTo(20_000);
        assertThat(out.toByteArray()).isEqualTo(content);
        assertThat(calls).startsWith("flush").endsWith("close");
    }

    @Test
    void anAbortCloses() throws IOException {
        OutputStreamSink.of(part -> out).open(SinkContract.PART).abort();
        assertThat(calls).containsExactly("close");
    }

    @Test
    void aStreamThatIsKeptOpenIsOnlyFlushed() throws IOException {
        OutputStreamSink sink = OutputStreamSink.of(part -> out).keepOpen();
        sink.open(SinkContract.PART).commit();
        sink.open(SinkContract.PART).abort();
        assertThat(calls).containsExactly("flush");
    }

    @Test
    void whatAStreamPassedOnCannotBeUndone() throws IOException {
        UploadSink.Writer<Long> writer = OutputStreamSink.of(part -> out).open(SinkContract.PART);
        writer.commit();
        assertThat(writer.undo()).isFalse();
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "needs /dev/full")
    void aDeviceThatIsFullFailsTheWrite() throws IOException {
        UploadSink.Writer<Long> writer =
                OutputStreamSink.of(part -> new FileOutputStream("/dev/full")).open(SinkContract.PART);
        byte[] bytes = new byte[10];
        assertThatIOException().isThrownBy(() -> writer.write(bytes, 0, bytes.length));
        assertThatCode(writer::abort).doesNotThrowAnyException();
    }
}
