/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;

import org.apache.tomcat.util.http.InvalidParameterException;
import org.apache.tomcat.util.http.fileupload.FileUploadException;
import org.apache.tomcat.util.http.fileupload.impl.FileCountLimitExceededException;
import org.apache.tomcat.util.http.fileupload.impl.FileSizeLimitExceededException;
import org.apache.tomcat.util.http.fileupload.impl.IOFileUploadException;
import org.apache.tomcat.util.http.fileupload.impl.SizeException;
import org.apache.tomcat.util.http.fileupload.impl.SizeLimitExceededException;
import org.jspecify.annotations.Nullable;

import dev.tuned.upload.multipart.BodyException;

/** Failures as Tomcat throws them, for applications that handle these. */
public final class TomcatFailures {

    private static final int TOO_LARGE = 413;

    private static final String FAILED = "Processing of multipart/form-data request failed. ";

    private TomcatFailures() {}

    /** What {@code getParts} throws for a body that cannot be read: an {@link IOException} or a runtime exception. */
    public static Exception forParts(BodyException ex) {
        String message = String.valueOf(ex.getMessage());
        return switch (ex.reason()) {
            case FILE_TOO_LARGE -> tooLarge(new FileSizeLimitExceededException(message, ex.actual(), ex.limit()));
            case REQUEST_TOO_LARGE, HEADER_TOO_LARGE ->
                tooLarge(new SizeLimitExceededException(message, ex.actual(), ex.limit()));
            case TOO_MANY_PARTS -> tooLarge(new FileCountLimitExceededException(message, ex.limit()));
            case FIELD_TOO_LARGE ->
                new IllegalStateException(message, new SizeLimitExceededException(message, ex.actual(), ex.limit()));
            // By this cause Tomcat answers with 400.
            case MALFORMED, TRUNCATED -> new FileUploadException(FAILED + message, forParameters(failed(ex)));
            default -> failed(ex);
        };
    }

    private static RuntimeException tooLarge(FileUploadException tomcat) {
        return withStatus(tomcat, TOO_LARGE);
    }

    /** What {@code getParts} throws where the connection breaks, or a part cannot be stored. */
    public static IOException failed(IOException ex) {
        return new IOFileUploadException(FAILED + ex.getMessage(), ex);
    }

    /** What {@code getParameter} throws after {@code getParts} would. */
    public static IllegalStateException forParameters(Exception forParts) {
        if (forParts instanceof IllegalStateException state) {
            return state;
        }
        return (forParts.getCause() instanceof InvalidParameterException known)
                ? known
                : new InvalidParameterException(forParts);
    }

    /** A cause by which Tomcat answers with that status where nobody handles what a filter throws. */
    public static RuntimeException withStatus(Throwable cause, int status) {
        return new InvalidParameterException(cause, status);
    }

    /** Bytes that the limit allows which made Tomcat, or this starter, throw; -1 if it was none of bytes. */
    public static long permittedSize(@Nullable Throwable thrown) {
        Throwable current = thrown;
        for (int depth = 0; current != null && depth < 20; depth++) {
            if (current instanceof SizeException size) {
                return size.getPermittedSize();
            }
            current = current.getCause();
        }
        return -1;
    }
}
