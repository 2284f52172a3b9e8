/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import org.springframework.http.ProblemDetail;
import org.springframework.web.multipart.MaxUploadSizeExceededException;

/**
 * An upload with more bytes, parts or headers than a limit allows: Spring's own exception, so that existing handlers of it
 * keep working, with what they need to answer better.
 */
@SuppressWarnings("serial")
public final class UploadLimitException extends MaxUploadSizeExceededException implements UploadFailure {

    private final Reason reason;

    private final long actual;

    private final String property;

    private final String message;

    private final ProblemDetail body;

    /** Makes the failure of a request that has at least {@code actual} where {@code limit} is allowed. */
    public UploadLimitException(Reason reason, String what, Limit limit, long actual) {
        super(limit.value());
        this.reason = reason;
        this.actual = actual;
        this.property = limit.property();
        this.message = "%s: at least %d, limit %d (%s)".formatted(what, actual, limit.value(), limit.property());
        this.body = UploadFailure.problemDetail(this, message);
    }

    @Override
    public Reason reason() {
        return reason;
    }

    @Override
    public long limit() {
        return getMaxUploadSize();
    }

    @Override
    public long actual() {
        return actual;
    }

    @Override
    public String property() {
        return property;
    }

    @Override
    public String getMessage() {
        return message;
    }

    @Override
    public ProblemDetail getBody() {
        return body;
    }
}
