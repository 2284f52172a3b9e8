/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import dev.tuned.upload.UploadSettings.Pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class UploadStreamTests {

    private static final int BUFFER_SIZE = 1024;

    private static final Limit NONE = new Limit(-1, "none");

    private final BufferPool pool = new BufferPool(BUFFER_SIZE);

    private final byte[] buffer = new byte[BUFFER_SIZE];

    private final RecordingListener listener = new RecordingListener();

    @Test
    void bufferIsUsedAgain() throws Exception {
        UploadStream stream = stream(form());
        stream.next();
        stream.close();
        assertThat(pool.take()).isSameAs(buffer);
        assertThat(listener.heard()).containsExactly("started STREAM", "abandoned STREAM");
    }

    @Test
    void bufferThatAnotherThreadMayStillReadIsNotUsedAgain() throws Exception {
        UploadStream stream = stream(form());
        CompletableFuture.runAsync(() -> step(stream)).get();
        stream.close();
        assertThat(pool.take()).isNotSameAs(buffer);
    }

    @Test
    void bufferIsUsedAgainOnceAnotherThreadHasReadEverything() throws Exception {
        UploadStream stream = stream(form());
        CompletableFuture.runAsync(() -> {
                    for (UploadPart part : stream) {
                        assertThat(part.isFile()).isTrue();
                    }
                })
                .get();
        assertThat(pool.take()).isSameAs(buffer);
        stream.close();
        assertThat(listener.heard()).containsExactly("started STREAM", "completed STREAM");
    }

    @Test
    void transferThatIsUnderWayWhenTheRequestEndsIsAborted() throws Exception {
        UploadStream stream = stream(form());
        UploadPart part = stream.next();
        CountingSink counting = new CountingSink();
        UploadSink<Long> sink = info -> {
            UploadSink.Writer<Long> writer = counting.open(info);
            stream.close();
            return writer;
        };
        assertThatIllegalStateException().isThrownBy(() -> part.transferTo(sink));
        assertThat(counting.aborted).hasValue(1);
        assertThat(counting.committed).hasValue(0);
    }

    @Test
    void failureStays() throws Exception {
        UploadStream stream = stream(Arrays.copyOf(form(), 3_000));
        UploadPart part = stream.next();
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(UploadException.class)
                    .isThrownBy(stream::next)
                    .withMessageContaining("ends before");
        }
        assertThat(part.fileName()).isEqualTo("a.bin");
        stream.close();
        assertThat(listener.heard()).containsExactly("started STREAM", "truncated STREAM");
    }

    @Test
    void abortThatThrowsDoesNotHideTheCause() throws Exception {
        UploadStream stream = stream(form());
        UploadPart part = stream.next();
        UploadSink<Long> sink = info -> new UploadSink.Writer<>() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                throw new IOException("full");
            }

            @Override
            public Long commit() {
                return 0L;
            }

            @Override
            public void abort() {
                throw new IllegalArgumentException("worse");
            }
        };
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> part.transferTo(sink))
                .withMessage("full")
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(1));
    }

    @Test
    void streamOfAPartSkipsAndReads() throws Exception {
        byte[] content = FormData.random(5_000);
        UploadPart part = stream(form()).next();
        var in = part.inputStream();
        assertThat(in.skip(1_500)).isEqualTo(1_500);
        assertThat(in.read()).isEqualTo(content[1_500] & 0xFF);
        assertThat(in.readNBytes(2_000)).isEqualTo(Arrays.copyOfRange(content, 1_501, 3_501));
        assertThat(in.transferTo(OutputStream.nullOutputStream())).isEqualTo(1_499);
        assertThat(in.read()).isEqualTo(-1);
        assertThat(in.skip(1)).isZero();
        assertThat(part.size()).isEqualTo(5_000);
    }

    private static byte[] form() {
        return new FormData().file("file", "a.bin", FormData.random(5_000)).bytes();
    }

    private static void step(UploadStream stream) {
        try {
            stream.next();
        } catch (IOException ex) {
            throw new AssertionError(ex);
        }
    }

    private UploadStream stream(byte[] body) {
        pool.giveBack(buffer);
        ParserLimits limits = new ParserLimits(NONE, NONE, NONE, NONE, NONE, NONE);
        Pacer pacer = new Pacer(new Pace(0, Duration.ofSeconds(1), null));
        UploadBody upload = new UploadBody(
                new ByteArrayInputStream(body), NONE, pacer, System::nanoTime, listener, UploadListener.Tier.STREAM);
        MultipartParser parser =
                new MultipartParser(upload, Boundary.of(FormData.CONTENT_TYPE), limits, pool, StandardCharsets.UTF_8);
        return new UploadStream(parser, upload, NONE, StandardCharsets.UTF_8);
    }
}
