/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadFailure;

/** A body that cannot be read or exceeds a limit. */
@SuppressWarnings("serial")
public final class BodyException extends IOException implements UploadFailure {

    private final Reason reason;

    private final @Nullable Limit limit;

    private final long actual;

    private @Nullable PartHeaders part;

    /** A failure without a limit. */
    public BodyException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        limit = null;
        actual = -1;
    }

    /** The failure of a body that has at least {@code actual} where {@code limit} is allowed. */
    public BodyException(Reason reason, String message, Limit limit, long actual) {
        super(message);
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
        return (limit != null) ? limit.value() : -1;
    }

    @Override
    public long actual() {
        return actual;
    }

    /** The same failure, of a part. */
    BodyException of(@Nullable PartHeaders headers) {
        part = headers;
        return this;
    }

    /** The part that is too large, or null where there is none. */
    public @Nullable PartHeaders part() {
        return part;
    }

    /** Property or annotation that sets the limit, or null where none does. For the log, not for the client. */
    public @Nullable String property() {
        return (limit != null) ? limit.property() : null;
    }
}
