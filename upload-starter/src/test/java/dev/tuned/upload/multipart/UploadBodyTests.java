/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadListener;
import dev.tuned.upload.UploadListener.Mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class UploadBodyTests {

    private static final long SECOND = 1_000_000_000;

    private long now;

    private final List<String> ends = new ArrayList<>();

    private final UploadListener listener = new UploadListener() {
        @Override
        public void finished(Mode mode, String outcome, long bytes, long nanos) {
            ends.add(outcome + " " + bytes + " " + nanos / SECOND);
        }
    };

    /** Sends {@code bytes} with each read, after a delay in seconds. */
    private UploadBody client(int bytes, int seconds, MinimumRate pace, long limit) {
        InputStream in = new InputStream() {
            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                now += seconds * SECOND;
                return bytes;
            }
        };
        return body(in, pace, limit);
    }

    private UploadBody body(InputStream in, MinimumRate pace, long limit) {
        UploadBody body = new UploadBody(new Limit(limit, "the.limit"), pace, () -> now, listener, Mode.MULTIPART_FILE);
        body.open(in);
        return body;
    }

    private static MinimumRate pace(long minRate, int grace) {
        return new MinimumRate(minRate, Duration.ofSeconds(grace));
    }

    @Test
    void clientBelowTheMinimumRateIsEndedAfterTheGrace() throws IOException {
        UploadBody body = client(99, 1, pace(100, 10), -1);
        byte[] buffer = new byte[100];
        for (int i = 0; i < 10; i++) {
            assertThat(body.read(buffer, 0, 100)).isEqualTo(99);
        }
        assertThatExceptionOfType(BodyException.class)
                .isThrownBy(() -> body.read(buffer, 0, 100))
                .satisfies(ex -> {
                    assertThat(ex.reason()).isEqualTo(Reason.TOO_SLOW);
                    assertThat(ex.limit()).isEqualTo(100);
                    assertThat(ex.actual()).isEqualTo(99);
                    assertThat(ex.property()).isEqualTo("tuned.upload.min-rate");
                });
    }

    @Test
    void clientAtTheMinimumRateMayTakeAsLongAsItLikes() throws IOException {
        UploadBody body = client(100, 1, pace(100, 10), -1);
        for (int i = 0; i < 100_000; i++) {
            body.read(new byte[100], 0, 100);
        }
        assertThat(body.count()).isEqualTo(10_000_000);
    }

    @Test
    void slowHandlerIsNoSlowClient() throws IOException {
        UploadBody body = client(100, 1, pace(100, 10), -1);
        for (int i = 0; i < 100; i++) {
            body.read(new byte[100], 0, 100);
            now += 1000 * SECOND;
        }
        assertThat(body.count()).isEqualTo(10_000);
    }

    @Test
    void bytesAreCountedAboveTheRangeOfAnInt() throws IOException {
        UploadBody body = client(Integer.MAX_VALUE, 0, pace(0, 0), 3L * Integer.MAX_VALUE - 1);
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
        UploadBody body = client(10, 2, pace(100, 1), -1);
        assertThatExceptionOfType(BodyException.class).isThrownBy(() -> body.read(new byte[1], 0, 1));
        body.finish("completed");
        body.finish(new IOException("another"));
        assertThat(ends).containsExactly("too-slow 10 2");
    }

    @Test
    void containersTimeoutIsASlowClientAndAnythingElseAnAbort() throws IOException {
        assertThat(reasonOf(new IOException(new SocketTimeoutException()))).isEqualTo(Reason.TOO_SLOW);
        assertThat(reasonOf(new EOFException())).isEqualTo(Reason.CLIENT_ABORTED);
        assertThat(ends).containsExactly("too-slow 0 0", "client-aborted 0 0");
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
        UploadBody body = body(in, pace(0, 0), -1);
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
