/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.Locale;

/** Why an upload was refused or could not be completed: what {@link UploadException} and {@link UploadLimitException} share. */
public interface UploadFailure {

    /** Kind of failure. */
    Reason reason();

    /** Limit that was exceeded, in the reason's own unit, or -1 where there is none. */
    default long limit() {
        return -1;
    }

    /** Size or count of the request, in the same unit: at least this much, because reading stops there; -1 where unknown. */
    default long actual() {
        return -1;
    }

    /**
     * Kinds of failure, each with the HTTP status that answers it. The status is here, and not where answers are made, because
     * handlers, Spring's resolver and Tomcat's own error page answer a failure alike.
     */
    enum Reason {
        /** The body breaks the rules of multipart, or its boundary is missing. */
        MALFORMED(400),
        /** The body ends before its closing delimiter. */
        TRUNCATED(400),
        /** The connection failed or its framing is broken while the body was read. */
        CLIENT_ABORTED(400),
        /** The client stopped sending. */
        TOO_SLOW(408),
        /** A part is larger than the limit in bytes. */
        FILE_TOO_LARGE(413),
        /** The text of all fields, or of one that is read as text, is larger than the limit in bytes. */
        FIELD_TOO_LARGE(413),
        /** The whole body is larger than the limit in bytes. */
        REQUEST_TOO_LARGE(413),
        /** There are more parts than the limit. */
        TOO_MANY_PARTS(413),
        /** The headers of a part are larger than the limit in bytes. */
        HEADER_TOO_LARGE(413),
        /** The request is not a multipart one. */
        NOT_MULTIPART(415),
        /** An inspection refused the content, see {@code InspectingSink}. */
        REJECTED(422);

        private final int status;

        Reason(int status) {
            this.status = status;
        }

        /** Status of the answer. */
        public int status() {
            return status;
        }

        /** Value of the meters' tag, such as {@code file-too-large}. */
        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
