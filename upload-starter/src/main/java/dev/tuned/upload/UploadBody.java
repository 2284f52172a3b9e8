/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadListener.Tier;

/**
 * Body of a request as it arrives: counts the bytes, ends what is too large or too slow, and tells the listener once when
 * it is over. For one thread.
 */
final class UploadBody extends InputStream {

    private final InputStream in;

    private final Limit maxRequestSize;

    private final Pacer pacer;

    private final LongSupplier clock;

    private final UploadListener listener;

    private final Tier tier;

    private final long begun;

    private long count;

    private @Nullable UploadFailure failure;

    private boolean finished;

    /** Begins to read: the listener hears of it. */
    UploadBody(
            InputStream in, Limit maxRequestSize, Pacer pacer, LongSupplier clock, UploadListener listener, Tier tier) {
        this.in = in;
        this.maxRequestSize = maxRequestSize;
        this.pacer = pacer;
        this.clock = clock;
        this.listener = listener;
        this.tier = tier;
        this.begun = clock.getAsLong();
        listener.started(tier);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return (read(one, 0, 1) < 0) ? -1 : (one[0] & 0xFF);
    }

    /**
     * Reads what is there, or waits.
     *
     * @throws UploadLimitException if the body is larger than it may be
     * @throws UploadException if the client is too slow or went away
     */
    @Override
    public int read(byte[] bytes, int offset, int length) {
        try {
            long before = clock.getAsLong();
            int read = in.read(bytes, offset, length);
            count += Math.max(read, 0);
            if (maxRequestSize.isPassedBy(count)) {
                throw new UploadLimitException(Reason.REQUEST_TOO_LARGE, "Bytes of the request", maxRequestSize, count);
            }
            if (read >= 0) {
                pacer.waited(clock.getAsLong() - before, count);
            }
            return read;
        } catch (IOException ex) {
            UploadException thrown = UploadFailures.whileReading(ex);
            failure = thrown;
            throw thrown;
        } catch (UploadLimitException | UploadException ex) {
            failure = (UploadFailure) ex;
            throw ex;
        }
    }

    /** Bytes read so far. */
    long count() {
        return count;
    }

    /** Why no more could be read, or null. */
    @Nullable
    UploadFailure failure() {
        return failure;
    }

    /** Says that the body is over with an exception. Only the first end counts. */
    void failed(Throwable thrown) {
        failure = (failure != null) ? failure : UploadFailures.find(thrown);
        finish(UploadFailures.outcome(thrown));
    }

    /** Says that the body is over, {@code completed} or {@code abandoned}. Only the first end counts. */
    void finish(String outcome) {
        if (!finished) {
            finished = true;
            // Where reading failed, that is the outcome, whatever was made of it since.
            String told = (failure != null) ? failure.reason().code() : outcome;
            listener.finished(tier, told, count, clock.getAsLong() - begun);
        }
    }
}
