/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadFailure;
import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadListener;
import dev.tuned.upload.UploadListener.Mode;

/**
 * Body of a request as it arrives: counts the bytes, ends a body that is too large, and notifies the listener once at
 * the end. For one thread, except {@link #isBeingRead} and {@link #stop}.
 */
public final class UploadBody extends InputStream {

    private InputStream in = nullInputStream();

    private final Limit maxRequestSize;

    private final UploadListener listener;

    private final Mode mode;

    private final long begun = System.nanoTime();

    private long count;

    private @Nullable BodyException failure;

    private boolean finished;

    private boolean completed;

    private final ReentrantLock reading = new ReentrantLock();

    private volatile boolean stopped;

    /** Begins to read, and notifies the listener. */
    public UploadBody(Limit maxRequestSize, UploadListener listener, Mode mode) {
        this.maxRequestSize = maxRequestSize;
        this.listener = listener;
        this.mode = mode;
        listener.started(mode);
    }

    /**
     * Compares a length, announced or received, with the limit.
     *
     * @throws BodyException if it exceeds the limit
     */
    public void checkLength(long length) throws BodyException {
        if (maxRequestSize.isExceededBy(length)) {
            String message = "the request was rejected because its size (%s) exceeds the configured maximum (%s)"
                    .formatted(length, maxRequestSize.value());
            throw keep(new BodyException(Reason.REQUEST_TOO_LARGE, message, maxRequestSize, length));
        }
    }

    /** Sets the stream to read. It comes late, because a container remembers that its request was asked for the stream. */
    public void open(InputStream stream) {
        in = stream;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return (read(one, 0, 1) < 0) ? -1 : (one[0] & 0xFF);
    }

    /**
     * Reads the bytes that have arrived, or waits for some.
     *
     * @throws BodyException if the body is larger than it may be, the client stalls, or the connection broken
     * @throws IllegalStateException if the request is over
     */
    @Override
    public int read(byte[] bytes, int offset, int length) throws BodyException {
        int read;
        reading.lock();
        try {
            if (stopped) {
                throw new IllegalStateException("The request of this upload is over");
            }
            read = in.read(bytes, offset, length);
        } catch (IOException ex) {
            throw keep(new BodyException(reason(ex), String.valueOf(ex.getMessage()), ex));
        } finally {
            reading.unlock();
        }
        count += Math.max(read, 0);
        checkLength(count);
        return read;
    }

    /** Kind of a failed read: the client stalled, or it went away or sent no valid HTTP. */
    private static Reason reason(IOException thrown) {
        boolean stalled = Causes.find(thrown, SocketTimeoutException.class) != null
                || Causes.find(thrown, TimeoutException.class) != null;
        return stalled ? Reason.TOO_SLOW : Reason.CLIENT_ABORTED;
    }

    private BodyException keep(BodyException thrown) {
        failure = thrown;
        return thrown;
    }

    /** Whether another thread reads at this moment. */
    public boolean isBeingRead() {
        return reading.isLocked() && !reading.isHeldByCurrentThread();
    }

    /**
     * Ends the reading in any thread, because the container reuses a request's stream for another request. Waits for a read that is
     * under way, which the container ends at its read time-out.
     */
    public void stop() {
        stopped = true;
        reading.lock();
        try {
            in = nullInputStream();
        } finally {
            reading.unlock();
        }
    }

    /** Whether the client may still send something: not after the last part, nor once the connection broke. */
    public boolean isUnread() {
        return !completed && (failure == null || failure.reason() != Reason.CLIENT_ABORTED);
    }

    /** Bytes read so far. */
    public long count() {
        return count;
    }

    /** Ends the body with an exception. Only the first end counts. */
    public void finish(Throwable thrown) {
        UploadFailure cause = Causes.find(thrown, UploadFailure.class);
        finish((cause != null) ? cause.reason().code() : UploadListener.FAILED);
    }

    /** Ends the body. Only the first end counts. */
    public void finish(String outcome) {
        if (!finished) {
            // A failed read is the outcome, even if it was translated or survived since.
            String actual = (failure != null) ? failure.reason().code() : outcome;
            finished = true;
            completed = outcome.equals(UploadListener.COMPLETED);
            listener.finished(mode, actual, count, System.nanoTime() - begun);
        }
    }
}
