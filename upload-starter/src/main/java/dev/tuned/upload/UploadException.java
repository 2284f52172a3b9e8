/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;
import org.springframework.web.multipart.MultipartException;

/** An upload that is broken, too slow, cut off, or finds no room; see {@link #reason()}. */
@SuppressWarnings("serial")
public final class UploadException extends MultipartException implements ErrorResponse, UploadFailure {

    private final Reason reason;

    private final long limit;

    private final long actual;

    private final @Nullable String property;

    private final ProblemDetail body;

    /** Makes a failure without a limit. */
    public UploadException(Reason reason, String message, @Nullable Throwable cause) {
        this(reason, message, -1, -1, null, cause);
    }

    /** Makes a failure at a limit that is not one of size. */
    public UploadException(
            Reason reason,
            String message,
            long limit,
            long actual,
            @Nullable String property,
            @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.limit = limit;
        this.actual = actual;
        this.property = property;
        this.body = UploadFailure.problemDetail(this, message);
    }

    @Override
    public Reason reason() {
        return reason;
    }

    @Override
    public long limit() {
        return limit;
    }

    @Override
    public long actual() {
        return actual;
    }

    @Override
    public @Nullable String property() {
        return property;
    }

    @Override
    public HttpStatusCode getStatusCode() {
        return reason.status();
    }

    @Override
    public ProblemDetail getBody() {
        return body;
    }
}
