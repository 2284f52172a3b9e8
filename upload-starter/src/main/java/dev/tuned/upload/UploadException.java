/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;
import org.springframework.web.multipart.MultipartException;

/** An upload that is broken, too slow, cut off or rejected; see {@link #reason()}. The client gets the status alone. */
@SuppressWarnings("serial")
public final class UploadException extends MultipartException implements ErrorResponse, UploadFailure {

    private final Reason reason;

    private final ProblemDetail body;

    public UploadException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        body = ProblemDetail.forStatus(reason.status());
    }

    @Override
    public Reason reason() {
        return reason;
    }

    @Override
    public HttpStatusCode getStatusCode() {
        return HttpStatusCode.valueOf(reason.status());
    }

    @Override
    public ProblemDetail getBody() {
        return body;
    }
}
