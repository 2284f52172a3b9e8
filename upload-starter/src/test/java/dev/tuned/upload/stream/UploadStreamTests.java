/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.stream;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import dev.tuned.upload.CountingSink;
import dev.tuned.upload.FormData;
import dev.tuned.upload.RecordingListener;
import dev.tuned.upload.UploadException;
import dev.tuned.upload.UploadListener;
import dev.tuned.upload.UploadPart;
import dev.tuned.upload.UploadSink;
import dev.tuned.upload.UploadStream;
import dev.tuned.upload.multipart.BufferPool;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.multipart.MultipartParser;
import dev.tuned.upload.multipart.ParserLimits;
import dev.tuned.upload.multipart.UploadBody;
import dev.tuned.upload.tomcat.FailureTranslator;
import dev.tuned.upload.tomcat.TomcatHeaders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class UploadStreamTests {

    private static final int BUFFER_SIZE = 1024;

    private static final Limit NONE = new Limit(-1, "none");

    private final BufferPool pool = new BufferPool(BUFFER_SIZE, 1 << 20);

    private final byte[] buffer = new byte[BUFFER_SIZE];

    private final RecordingListener listener = new RecordingListener();

    @Test
    void bufferIsUsedAgain() throws Exception {
        ParsedUploadStream stream = stream(form());
        stream.next();
        stream.close();
        assertThat(pool.take()).isSameAs(buffer);
        assertThat(listener.heard()).containsExactly("started STREAMING", "abandoned STREAMING");
    }

    @Test
    void bufferThatAnotherThreadMayStillReadIsNotUsedAgain() throws Exception {
        ParsedUploadStream stream = stream(form());
        CompletableFuture.runAsync(() -> step(stream)).get();
        stream.close();
        assertThat(pool.take()).isNotSameAs(buffer);
    }

    @Test
    void bufferIsUsedAgainOnceAnotherThreadHasReadEverything() throws Exception {
        ParsedUploadStream stream = stream(form());
        CompletableFuture.runAsync(() -> {
                    for (UploadPart part : stream) {
                        assertThat(part.isFile()).isTrue();
                    }
                })
                .get();
        assertThat(pool.take()).isSameAs(buffer);
        stream.close();
        assertThat(listener.heard()).containsExactly("started STREAMING", "completed STREAMING");
    }

    @Test
    void transferThatIsUnderWayWhenTheRequestEndsIsAborted() throws Exception {
        ParsedUploadStream stream = stream(form());
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
        ParsedUploadStream stream = stream(Arrays.copyOf(form(), 3_000));
        UploadPart part = stream.next();
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(UploadException.class)
                    .isThrownBy(stream::next)
                    .withMessageContaining("ended");
        }
        assertThat(part.submittedFileName()).isEqualTo("a.bin");
        stream.close();
        assertThat(listener.heard()).containsExactly("started STREAMING", "truncated STREAMING");
    }

    @Test
    void abortFollowsCommitThatFailsAndDoesNotHideTheCause() throws Exception {
        ParsedUploadStream stream = stream(form());
        UploadPart part = stream.next();
        UploadSink<Long> sink = info -> new UploadSink.Writer<>() {
            @Override
            public void write(byte[] bytes, int offset, int length) {}

            @Override
            public Long commit() throws IOException {
                throw new IOException("full");
            }

            @Override
            public void abort() throws IOException {
                throw new IOException("worse");
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

    private ParsedUploadStream stream(byte[] body) {
        pool.giveBack(buffer);
        ParserLimits limits = new ParserLimits(NONE, NONE, NONE, NONE, NONE, NONE, NONE);
        UploadBody upload = new UploadBody(NONE, listener, UploadListener.Mode.STREAMING);
        upload.open(new ByteArrayInputStream(body));
        byte[] boundary = FormData.BOUNDARY.getBytes(StandardCharsets.UTF_8);
        MultipartParser parser =
                new MultipartParser(upload, boundary, limits, pool, StandardCharsets.UTF_8, TomcatHeaders.INSTANCE);
        return new ParsedUploadStream(
                parser, upload, listener, NONE, StandardCharsets.UTF_8, FailureTranslator::forStream);
    }
}
