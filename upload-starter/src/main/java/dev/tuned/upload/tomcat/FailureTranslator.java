/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.apache.tomcat.util.http.fileupload.FileUploadException;
import org.apache.tomcat.util.http.fileupload.impl.FileCountLimitExceededException;
import org.apache.tomcat.util.http.fileupload.impl.FileSizeLimitExceededException;
import org.apache.tomcat.util.http.fileupload.impl.IOFileUploadException;
import org.apache.tomcat.util.http.fileupload.impl.SizeException;
import org.apache.tomcat.util.http.fileupload.impl.SizeLimitExceededException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.multipart.MaxUploadSizeExceededException;

import dev.tuned.upload.UploadException;
import dev.tuned.upload.UploadFailure;
import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadLimitException;
import dev.tuned.upload.body.Causes;
import dev.tuned.upload.multipart.BodyException;

/**
 * Translates the failure of a body into the exception that its reader expects: Tomcat's for parts and parameters, this starter's
 * for a handler that streams, Spring's for a resolver of parts. Logs what the client is not told: the limit, and the property that
 * sets it.
 */
public final class FailureTranslator {

    private static final Log log = LogFactory.getLog(FailureTranslator.class);

    private static final int TOO_LARGE = 413;

    private static final String FAILED = "Processing of multipart/form-data request failed. ";

    private FailureTranslator() {}

    /** Logs at INFO that a limit was exceeded, other failures at DEBUG. */
    private static void log(BodyException ex) {
        if (ex.property() != null) {
            log.info("Upload rejected: %s (%d or more, limit %d, set by %s)"
                    .formatted(ex.reason().code(), ex.actual(), ex.limit(), ex.property()));
        } else {
            log.debug("Upload rejected: " + ex.reason().code(), ex);
        }
    }

    /** Exception of {@code getParts}: an {@link IllegalStateException} if a limit is exceeded, otherwise an {@link IOException}. */
    static Exception forParts(BodyException ex) {
        log(ex);
        String message = String.valueOf(ex.getMessage());
        return switch (ex.reason()) {
            case FILE_TOO_LARGE -> tooLarge(new FileSizeLimitExceededException(message, ex.actual(), ex.limit()));
            case REQUEST_TOO_LARGE, HEADER_TOO_LARGE ->
                tooLarge(new SizeLimitExceededException(message, ex.actual(), ex.limit()));
            case TOO_MANY_PARTS -> tooLarge(new FileCountLimitExceededException(message, ex.limit()));
            case FIELD_TOO_LARGE ->
                new IllegalStateException(message, new SizeLimitExceededException(message, ex.actual(), ex.limit()));
            // Tomcat answers with 400 because of this cause.
            case MALFORMED, TRUNCATED -> new FileUploadException(FAILED + message, forParameters(forStorage(ex)));
            default -> forStorage(ex);
        };
    }

    private static IllegalStateException tooLarge(FileUploadException tomcat) {
        return new InvalidParameterException(tomcat, TOO_LARGE);
    }

    /** Exception of {@code getParts} if a part cannot be stored. */
    static IOException forStorage(IOException ex) {
        return new IOFileUploadException(FAILED + ex.getMessage(), ex);
    }

    /** Exception of {@code getParameter} for that of {@code getParts}. */
    static IllegalStateException forParameters(Exception forParts) {
        if (forParts instanceof IllegalStateException state) {
            return state;
        }
        return (forParts.getCause() instanceof InvalidParameterException known)
                ? known
                : new InvalidParameterException(forParts);
    }

    /** Exception for a handler that streams. */
    public static RuntimeException forStream(BodyException ex) {
        log(ex);
        return (ex.limit() >= 0 && ex.reason() != Reason.TOO_SLOW)
                ? new UploadLimitException(ex.reason(), ex.limit(), ex.actual(), ex)
                : new UploadException(ex.reason(), String.valueOf(ex.getMessage()), ex);
    }

    /**
     * Exception of a resolver of parts in place of Spring's own, or null for Spring's own.
     *
     * @param thrown by {@code getParts}
     * @param errorPage whether this is the dispatch to an error page, whose status stays
     */
    public static @Nullable RuntimeException forResolver(Throwable thrown, boolean errorPage) {
        SizeException size = Causes.find(thrown, SizeException.class);
        if (size != null && size.getPermittedSize() >= 0) {
            return new MaxUploadSizeExceededException(size.getPermittedSize(), thrown);
        }
        UploadFailure failure = Causes.find(thrown, UploadFailure.class);
        if (failure == null || failure.reason() == Reason.TOO_MANY_PARTS || errorPage) {
            return null;
        }
        // Tomcat answers with the status of this cause where nobody handles the exception.
        Throwable cause = new InvalidParameterException(thrown, failure.reason().status());
        return new UploadException(failure.reason(), "Failed to parse multipart servlet request", cause);
    }
}
