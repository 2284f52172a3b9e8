/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;

import dev.tuned.upload.UploadFailure.Reason;

/** Tells a client why its upload failed: a problem detail (RFC 9457). */
final class UploadAnswer {

    private static final Log logger = LogFactory.getLog(UploadAnswer.class);

    private UploadAnswer() {}

    /**
     * Answers, with nothing if the client went away.
     *
     * @return false if something was answered already
     */
    static boolean write(HttpServletRequest request, HttpServletResponse response, UploadFailure failure)
            throws IOException {
        if (logger.isDebugEnabled()) {
            logger.debug("Upload failed: " + failure.reason().code(), (Throwable) failure);
        }
        if (failure.reason() == Reason.CLIENT_ABORTED) {
            return true;
        }
        if (response.isCommitted()) {
            return false;
        }
        ProblemDetail problem = ((ErrorResponse) failure).getBody();
        problem.setInstance(URI.create(request.getRequestURI()));
        byte[] json = ProblemJson.of(problem).getBytes(StandardCharsets.UTF_8);
        response.resetBuffer();
        response.setStatus(problem.getStatus());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        // With a length the container takes the answer for complete and closes the input that is still to be read.
        response.setContentLengthLong(-1);
        response.getOutputStream().write(json);
        return true;
    }
}
