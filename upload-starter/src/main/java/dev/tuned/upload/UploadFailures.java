/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;
import org.springframework.web.util.DisconnectedClientHelper;

import dev.tuned.upload.UploadFailure.Reason;

/** Finds the failure of an upload in what was thrown, and names outcomes. */
final class UploadFailures {

    static final String COMPLETED = "completed";

    static final String ABANDONED = "abandoned";

    /** Outcome where something else than the upload failed: the application, the place parts are stored. */
    static final String FAILED = "failed";

    private static final int MAX_DEPTH = 20;

    private UploadFailures() {}

    /** The failure itself or the first among its causes, or null if no upload is to blame. */
    static @Nullable UploadFailure find(@Nullable Throwable thrown) {
        Throwable current = thrown;
        for (int depth = 0; current != null && depth < MAX_DEPTH; depth++) {
            if (current instanceof UploadFailure failure) {
                return failure;
            }
            current = current.getCause();
        }
        return null;
    }

    static String outcome(Throwable thrown) {
        UploadFailure failure = find(thrown);
        return (failure != null) ? failure.reason().code() : FAILED;
    }

    /** What the container says when a read fails: the client stalled, went away, or sent what is no HTTP. */
    static UploadException whileReading(IOException thrown) {
        Throwable current = thrown;
        for (int depth = 0; current != null && depth < MAX_DEPTH; depth++) {
            if (current instanceof SocketTimeoutException || current instanceof TimeoutException) {
                return new UploadException(Reason.TOO_SLOW, "The client stopped sending", thrown);
            }
            current = current.getCause();
        }
        if (DisconnectedClientHelper.isClientDisconnectedException(thrown)) {
            return new UploadException(Reason.CLIENT_ABORTED, "The client went away while it sent the body", thrown);
        }
        return new UploadException(Reason.MALFORMED, "The body could not be read from the connection", thrown);
    }
}
