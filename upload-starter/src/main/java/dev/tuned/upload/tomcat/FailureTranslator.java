/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.util.Objects;

import jakarta.servlet.ServletException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.apache.tomcat.util.http.fileupload.FileUploadException;
import org.apache.tomcat.util.http.fileupload.MultipartStream.IllegalBoundaryException;
import org.apache.tomcat.util.http.fileupload.MultipartStream.MalformedStreamException;
import org.apache.tomcat.util.http.fileupload.impl.FileCountLimitExceededException;
import org.apache.tomcat.util.http.fileupload.impl.FileSizeLimitExceededException;
import org.apache.tomcat.util.http.fileupload.impl.IOFileUploadException;
import org.apache.tomcat.util.http.fileupload.impl.SizeLimitExceededException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.multipart.MaxUploadSizeExceededException;

import dev.tuned.upload.UploadException;
import dev.tuned.upload.UploadFailure;
import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadLimitException;
import dev.tuned.upload.multipart.BodyException;
import dev.tuned.upload.multipart.PartHeaders;

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

    /**
     * Exception of {@code getParts}, with the getters and the causes of Tomcat's own.
     *
     * @param inContent whether the content of a part was being read
     */
    static Exception forParts(BodyException ex, boolean inContent) {
        log(ex);
        String message = String.valueOf(ex.getMessage());
        return switch (ex.reason()) {
            case FILE_TOO_LARGE -> {
                var file = new FileSizeLimitExceededException(message, ex.actual(), ex.limit());
                PartHeaders part = Objects.requireNonNull(ex.part());
                file.setFieldName(part.name());
                file.setFileName(part.rawFileName());
                yield tooLarge(file);
            }
            case REQUEST_TOO_LARGE, HEADER_TOO_LARGE ->
                tooLarge(new SizeLimitExceededException(message, ex.actual(), ex.limit()));
            case TOO_MANY_PARTS -> tooLarge(new FileCountLimitExceededException(message, ex.limit()));
            case FIELD_TOO_LARGE -> new IllegalStateException(message);
            default -> broken(ex, message, inContent);
        };
    }

    private static Exception broken(BodyException ex, String message, boolean inContent) {
        Throwable cause = ex.getCause();
        if (cause instanceof FileUploadException || cause instanceof ServletException) {
            return (Exception) cause;
        }
        boolean malformed = ex.reason() == Reason.MALFORMED || ex.reason() == Reason.TRUNCATED;
        // Tomcat answers with 400 because of a cause that is an InvalidParameterException.
        if (malformed && cause instanceof RuntimeException) {
            return new FileUploadException(message, new InvalidParameterException(message, cause));
        }
        IOException read = ex;
        if (malformed) {
            read = (cause instanceof IllegalBoundaryException other) ? other : new MalformedStreamException(message);
        } else if (cause instanceof IOException io) {
            read = io;
        }
        Exception tomcat =
                inContent ? new IOFileUploadException(FAILED + message, read) : new FileUploadException(message, read);
        return malformed ? new FileUploadException(tomcat.getMessage(), new InvalidParameterException(tomcat)) : tomcat;
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
        return (ex.limit() >= 0)
                ? new UploadLimitException(ex.reason(), ex.limit(), ex.actual(), ex)
                : new UploadException(ex.reason(), String.valueOf(ex.getMessage()), ex);
    }

    /**
     * Exception of a resolver of parts in place of Spring's own, or null for Spring's own.
     *
     * @param thrown by {@code getParts}
     * @param failure why, or null if it is not known
     * @param errorPage whether this is the dispatch to an error page, whose status stays
     */
    public static @Nullable RuntimeException forResolver(
            Throwable thrown, @Nullable UploadFailure failure, boolean errorPage) {
        if (failure == null) {
            return null;
        }
        Reason reason = failure.reason();
        if (reason == Reason.HEADER_TOO_LARGE || reason == Reason.TOO_MANY_PARTS) {
            return null;
        }
        if (failure.limit() >= 0) {
            return new MaxUploadSizeExceededException(failure.limit(), thrown);
        }
        // Tomcat answers with the status of this cause where nobody handles the exception.
        Throwable cause = new InvalidParameterException(thrown, reason.status());
        return errorPage ? null : new UploadException(reason, "Failed to parse multipart servlet request", cause);
    }
}
