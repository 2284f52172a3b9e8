/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.multipart.MultipartException;

import dev.tuned.upload.HandlerLookup.Reader;

/**
 * The body of one multipart request: who reads it, and what came of that. Shared by the request's wrappers in all of its
 * dispatches; for one thread at a time.
 */
final class Upload {

    private static final String ATTRIBUTE = Upload.class.getName();

    private static final String FORM_DATA = "multipart/form-data";

    private final UploadEngine engine;

    private @Nullable UploadForm form;

    private @Nullable UploadStream stream;

    private @Nullable Exception failure;

    private boolean resolved;

    /** Whether form fields come before the query string's values; null until somebody asks for either. */
    private @Nullable Boolean fieldsFirst;

    private boolean closed;

    private Upload(UploadEngine engine) {
        this.engine = engine;
    }

    static @Nullable Upload find(HttpServletRequest request) {
        return (Upload) request.getAttribute(ATTRIBUTE);
    }

    /** The request's upload, which begins if there is none. */
    static Upload of(HttpServletRequest request, UploadEngine engine) {
        Upload upload = find(request);
        if (upload == null) {
            upload = new Upload(engine);
            request.setAttribute(ATTRIBUTE, upload);
        }
        return upload;
    }

    /**
     * Spring resolves the request.
     *
     * @param partsFirst whether the container's parts would be read before any parameter
     */
    void resolve(boolean partsFirst) {
        resolved = true;
        if (partsFirst && fieldsFirst == null) {
            fieldsFirst = true;
        }
    }

    /**
     * Whether form fields precede the query string's values of the same name: as with Tomcat, which adds them in the order
     * in which somebody makes it read the two.
     */
    boolean fieldsFirst() {
        return Boolean.TRUE.equals(fieldsFirst);
    }

    /** The form, for those who ask for parameters; null where these come from the query string alone. */
    @Nullable
    UploadForm formForParameters(HttpServletRequest request) {
        if (fieldsFirst == null) {
            fieldsFirst = false;
        }
        if (form == null && (resolved || isFormData(request))) {
            try {
                read(request);
            } catch (IOException | ServletException ex) {
                throw new MultipartException("The multipart body could not be read", ex);
            }
        }
        return form;
    }

    /** The form, for those who ask the servlet request for parts. */
    UploadForm formForParts(HttpServletRequest request) throws IOException, ServletException {
        if (fieldsFirst == null) {
            fieldsFirst = true;
        }
        if (read(request) == Reader.STREAM) {
            throw new IllegalStateException(
                    "The handler takes this request as an UploadStream, which leaves no parts to"
                            + " others: read them from there, or declare MultipartFile parameters instead");
        }
        return (form != null) ? form : UploadForm.EMPTY;
    }

    /**
     * Reads the form unless it is read already, the handler streams, there is none, or this is an error dispatch, which has a
     * failure of its own to tell of.
     */
    Reader read(HttpServletRequest request) throws IOException, ServletException {
        if (form != null) {
            return Reader.FORM;
        }
        if (stream != null) {
            return Reader.STREAM;
        }
        if (closed || request.getDispatcherType() == DispatcherType.ERROR) {
            return Reader.NOBODY;
        }
        rethrow();
        HandlerLookup.Target target = engine.handlers().find(request);
        if (target.reader() == Reader.FORM
                || (target.reader() == Reader.NOBODY && engine.settings().eager())) {
            try {
                form = new FormReader(request, engine, target.limits()).read();
            } catch (IOException | ServletException | RuntimeException ex) {
                failure = ex;
                throw ex;
            }
        }
        return target.reader();
    }

    boolean hasForm() {
        return form != null;
    }

    /** Hands the body out unread. */
    UploadStream stream(HttpServletRequest request) throws IOException {
        if (stream == null) {
            if (form != null || failure != null || closed) {
                throw new IllegalStateException(
                        "The body of this request was read before the handler could stream it: a "
                                + "filter, interceptor or argument asked for its parts or form fields");
            }
            try {
                stream = engine.stream(request, engine.handlers().find(request).limits());
            } catch (IOException | RuntimeException ex) {
                failure = ex;
                throw ex;
            }
        }
        return stream;
    }

    /** Why the upload failed, or null: it did not, or for no fault of the upload. */
    @Nullable
    UploadFailure failure() {
        Throwable thrown = (failure == null && stream != null) ? stream.failure() : failure;
        return UploadFailures.find(thrown);
    }

    /** Ends everything that the body occupies: files, memory, the parser. What text fields said is kept. */
    synchronized void close() {
        if (!closed) {
            closed = true;
            if (form != null) {
                form.close();
            }
            if (stream != null) {
                stream.close();
            }
        }
    }

    private void rethrow() throws IOException, ServletException {
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        } else if (failure instanceof IOException io) {
            throw io;
        } else if (failure instanceof ServletException servlet) {
            throw servlet;
        }
    }

    private static boolean isFormData(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && type.regionMatches(true, 0, FORM_DATA, 0, FORM_DATA.length());
    }
}
