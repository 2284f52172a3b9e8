/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import org.jspecify.annotations.Nullable;
import org.springframework.web.multipart.MaxUploadSizeExceededException;

/**
 * A streamed upload with more bytes, parts or headers than a limit allows: Spring's own exception, so that existing handlers of
 * it keep working. Its {@code getMaxUploadSize} is -1 where the limit is not one of bytes.
 */
@SuppressWarnings("serial")
public final class UploadLimitException extends MaxUploadSizeExceededException implements UploadFailure {

    private final Reason reason;

    private final long limit;

    private final long actual;

    /** The failure of a request that has at least {@code actual} where {@code limit} is allowed. */
    public UploadLimitException(Reason reason, long limit, long actual, @Nullable Throwable cause) {
        super((reason == Reason.TOO_MANY_PARTS) ? -1 : limit, cause);
        this.reason = reason;
        this.limit = limit;
        this.actual = actual;
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
}
