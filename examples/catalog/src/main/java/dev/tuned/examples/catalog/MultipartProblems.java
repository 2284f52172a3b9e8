/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.EOFException;

import org.apache.catalina.connector.ClientAbortException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.apache.tomcat.util.http.fileupload.FileUploadException;
import org.apache.tomcat.util.http.fileupload.MultipartStream;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;

/** Tells a request that is too large from one that is malformed, and both from a fault of this server. */
final class MultipartProblems {

    private MultipartProblems() {}

    static ProblemDetail describe(MultipartException ex) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(ex);
        if (ex instanceof MaxUploadSizeExceededException) {
            return problem(
                    HttpStatus.CONTENT_TOO_LARGE,
                    "The request is larger than the limit of 100 MB, or one of its headers"
                            + " larger than the limit of 4 KB");
        }
        if (ex.contains(InvalidParameterException.class)) {
            return problem(HttpStatus.CONTENT_TOO_LARGE, "The request has more parts than the limit of 1000");
        }
        if (root == ex
                || root instanceof FileUploadException
                || root instanceof MultipartStream.MalformedStreamException
                || root instanceof EOFException
                || root instanceof ClientAbortException) {
            return problem(
                    HttpStatus.BAD_REQUEST, "The multipart body is malformed or cut short, or its boundary is missing");
        }
        return problem(HttpStatus.INTERNAL_SERVER_ERROR, "The upload could not be kept; the log says why");
    }

    private static ProblemDetail problem(HttpStatus status, String detail) {
        return ProblemDetail.forStatusAndDetail(status, detail);
    }
}
