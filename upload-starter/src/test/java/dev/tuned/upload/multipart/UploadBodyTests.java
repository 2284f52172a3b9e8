/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadListener;
import dev.tuned.upload.UploadListener.Mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class UploadBodyTests {

    private final List<String> ends = new ArrayList<>();

    private final UploadListener listener = new UploadListener() {
        @Override
        public void finished(Mode mode, String outcome, long bytes, long nanos) {
            ends.add(outcome + " " + bytes);
        }
    };

    /** Sends {@code bytes} with each read. */
    private UploadBody client(int bytes, long limit) {
        InputStream in = new InputStream() {
            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                return bytes;
            }
        };
        return body(in, limit);
    }

    private UploadBody body(InputStream in, long limit) {
        UploadBody body = new UploadBody(new Limit(limit, "the.limit"), listener, Mode.MULTIPART_FILE);
        body.open(in);
        return body;
    }

    @Test
    void bytesAreCountedAboveTheRangeOfAnInt() throws IOException {
        UploadBody body = client(Integer.MAX_VALUE, 3L * Integer.MAX_VALUE - 1);
        body.read(new byte[1], 0, 1);
        body.read(new byte[1], 0, 1);
        assertThatExceptionOfType(BodyException.class)
                .isThrownBy(() -> body.read(new byte[1], 0, 1))
                .satisfies(ex -> {
                    assertThat(ex.reason()).isEqualTo(Reason.REQUEST_TOO_LARGE);
                    assertThat(ex.actual()).isEqualTo(3L * Integer.MAX_VALUE);
                    assertThat(ex.property()).isEqualTo("the.limit");
                });
    }

    @Test
    void listenerIsNotifiedOnceAndTheFailureToReadIsIt() throws IOException {
        UploadBody body = client(10, 5);
        assertThatExceptionOfType(BodyException.class).isThrownBy(() -> body.read(new byte[1], 0, 1));
        body.finish("completed");
        body.finish(new IOException("another"));
        assertThat(ends).containsExactly("request-too-large 10");
    }

    @Test
    void containersTimeoutIsASlowClientAndAnythingElseAnAbort() throws IOException {
        assertThat(reasonOf(new IOException(new SocketTimeoutException()))).isEqualTo(Reason.TOO_SLOW);
        assertThat(reasonOf(new EOFException())).isEqualTo(Reason.CLIENT_ABORTED);
        assertThat(ends).containsExactly("too-slow 0", "client-aborted 0");
    }

    private Reason reasonOf(IOException thrown) throws IOException {
        InputStream in = new InputStream() {
            @Override
            public int read() throws IOException {
                throw thrown;
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                throw thrown;
            }
        };
        UploadBody body = body(in, -1);
        BodyException failure = null;
        try {
            body.read(new byte[1], 0, 1);
        } catch (BodyException ex) {
            failure = ex;
            body.finish(ex);
        }
        assertThat(failure).isNotNull();
        return failure.reason();
    }
}
