/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.Locale;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** Why an upload was refused or could not be completed: what {@link UploadException} and {@link UploadLimitException} share. */
public interface UploadFailure {

    /** Kind of failure. */
    Reason reason();

    /** Limit that was passed, in the reason's own unit, or -1 where there is none. */
    long limit();

    /** What the request had, in the same unit: at least this much, because reading stops there; -1 where unknown. */
    long actual();

    /** Property or annotation that sets the limit, or null where none does. */
    @Nullable
    String property();

    /** What is told to the client: the problem with {@code reason}, and {@code limit}, {@code actual} and {@code property} where known. */
    static ProblemDetail problemDetail(UploadFailure failure, String detail) {
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(failure.reason().status(), detail);
        problem.setTitle(failure.reason().title());
        problem.setProperty("reason", failure.reason().code());
        if (failure.limit() >= 0) {
            problem.setProperty("limit", failure.limit());
        }
        if (failure.actual() >= 0) {
            problem.setProperty("actual", failure.actual());
        }
        if (failure.property() != null) {
            problem.setProperty("property", failure.property());
        }
        return problem;
    }

    /** Kinds of failure, each with the status that answers it. */
    enum Reason {
        /** The body breaks the rules of multipart, or its boundary is missing or not allowed. */
        MALFORMED(HttpStatus.BAD_REQUEST, "Malformed multipart body"),
        /** The body ends before its closing delimiter. */
        TRUNCATED(HttpStatus.BAD_REQUEST, "Incomplete multipart body"),
        /** The client sends fewer bytes per second than the least rate, or took longer than the deadline. */
        TOO_SLOW(HttpStatus.REQUEST_TIMEOUT, "Upload too slow"),
        /** A file is larger than the limit in bytes. */
        FILE_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "File too large"),
        /** A text field is larger than the limit in bytes. */
        FIELD_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "Form field too large"),
        /** The whole body is larger than the limit in bytes. */
        REQUEST_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "Request too large"),
        /** There are more parts than the limit. */
        TOO_MANY_PARTS(HttpStatus.CONTENT_TOO_LARGE, "Too many parts"),
        /** The headers of a part, or of all parts, are larger than the limit in bytes, or too many. */
        HEADER_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "Part headers too large"),
        /** The request is not a multipart one. */
        NOT_MULTIPART(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "Not a multipart request"),
        /** The storage is full, or below its floor of free bytes. */
        STORAGE_FULL(HttpStatus.INSUFFICIENT_STORAGE, "Storage full"),
        /** The client went away: nobody reads the status. */
        CLIENT_ABORTED(HttpStatus.BAD_REQUEST, "Client went away");

        private final HttpStatus status;

        private final String title;

        Reason(HttpStatus status, String title) {
            this.status = status;
            this.title = title;
        }

        /** Status of the answer. */
        public HttpStatus status() {
            return status;
        }

        /** Title of the problem detail. */
        public String title() {
            return title;
        }

        /** Value of the problem detail's {@code reason} and of the meters' tag, such as {@code file-too-large}. */
        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
