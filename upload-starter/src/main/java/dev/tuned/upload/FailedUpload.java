/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;

import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadSettings.Linger;

/** What is left to do when an upload failed, at the end of the filter: to answer where nobody did, and to get it across. */
record FailedUpload(Upload upload, Linger bounds) {

    boolean exists() {
        return upload.failure() != null;
    }

    /**
     * Answers in an error dispatch that the container made of its own failure to read: it dropped what was answered before.
     *
     * @return false if it is for others to answer
     */
    boolean answersForContainer(HttpServletRequest request, UploadResponse response) throws IOException {
        UploadFailure failure = upload.failure();
        Object of = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
        for (Throwable cause = (Throwable) failure; cause != null && of != null; cause = cause.getCause()) {
            if (cause == of) {
                return failure != null && UploadAnswer.write(request, response, failure);
            }
        }
        return false;
    }

    /**
     * Answers what nobody caught, for example because a filter asked for a parameter.
     *
     * @return false if the upload is not to blame, or something was answered already
     */
    boolean answers(HttpServletRequest request, UploadResponse response, Exception thrown) throws IOException {
        UploadFailure failure = UploadFailures.find(thrown);
        return failure != null && UploadAnswer.write(request, response, failure);
    }

    /** Reads on for as long as the client sends, within bounds. */
    void linger(HttpServletRequest request, UploadResponse response) {
        UploadFailure failure = upload.failure();
        if (failure == null || failure.reason() == Reason.CLIENT_ABORTED || request.isAsyncStarted()) {
            return;
        }
        if (response.isErrorSent() || request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) != null) {
            return; // The answer comes with an error dispatch.
        }
        ServletRequest own = (request instanceof UploadRequest wrapped) ? wrapped.getRequest() : request;
        LingeringClose.begin((HttpServletRequest) own, response, bounds, isBegun(request, failure));
    }

    /** Whether the client was asked for the body, or just sent it. */
    private static boolean isBegun(HttpServletRequest request, UploadFailure failure) {
        boolean byHeader = failure.reason() == Reason.REQUEST_TOO_LARGE && request.getContentLengthLong() >= 0;
        return failure.reason() != Reason.NOT_MULTIPART && !byHeader;
    }
}
