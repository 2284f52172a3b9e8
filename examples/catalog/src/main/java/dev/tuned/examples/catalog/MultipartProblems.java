/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;

import org.apache.catalina.connector.ClientAbortException;
import org.apache.tomcat.util.http.fileupload.FileUploadException;
import org.apache.tomcat.util.http.fileupload.MultipartStream;
import org.apache.tomcat.util.http.fileupload.impl.FileCountLimitExceededException;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;

/** Tells a request that is too large from one that is malformed, and both from a fault of this server. */
final class MultipartProblems {

    private MultipartProblems() {}

    static ProblemDetail describe(MultipartException ex) {
        if (ex instanceof ErrorResponse own && ex.getClass() != MaxUploadSizeExceededException.class) {
            // Not Spring's own: it knows which limit it was.
            return own.getBody();
        }
        if (ex.contains(FileCountLimitExceededException.class)) {
            return problem(HttpStatus.CONTENT_TOO_LARGE, "The request has more than 1000 parts");
        }
        if (ex instanceof MaxUploadSizeExceededException) {
            return problem(
                    HttpStatus.CONTENT_TOO_LARGE,
                    "The request is larger than 100 MB, or the headers of a part are larger than 4 KB");
        }
        if (isFaultOfServer(NestedExceptionUtils.getMostSpecificCause(ex))) {
            return problem(HttpStatus.INTERNAL_SERVER_ERROR, "The upload could not be kept; the log says why");
        }
        return problem(
                HttpStatus.BAD_REQUEST,
                "The multipart body is malformed or cut short, or its boundary is missing or too long");
    }

    /** A full disk or a directory that is gone; what the client sent shows as one of the types named. */
    private static boolean isFaultOfServer(Throwable root) {
        return root instanceof IOException
                && !(root instanceof FileUploadException
                        || root instanceof MultipartStream.MalformedStreamException
                        || root instanceof EOFException
                        || root instanceof SocketTimeoutException
                        || root instanceof ClientAbortException);
    }

    private static ProblemDetail problem(HttpStatus status, String detail) {
        return ProblemDetail.forStatusAndDetail(status, detail);
    }
}
