/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.web;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadStream;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.multipart.ParserLimits;
import dev.tuned.upload.stream.ParsedUploadStream;
import dev.tuned.upload.tomcat.TomcatFailures;

/**
 * The body of one multipart request: who reads it, and what came of that, step by step as Tomcat's request does. Shared by the
 * request's wrappers in all of its dispatches; for one thread at a time, but for {@link #close()}.
 */
final class UploadState {

    private static final String ATTRIBUTE = UploadState.class.getName();

    private final Uploads uploads;

    private final MultipartConfigElement config;

    private @Nullable List<FormPart> form;

    private @Nullable List<FormPart> fields;

    /** Whether the container says what the parts are: of a body that is empty, or that it has read before. */
    private boolean readByContainer;

    private @Nullable Exception partsFailure;

    private boolean parametersRead;

    private @Nullable IllegalStateException parametersFailure;

    private @Nullable Boolean streams;

    private @Nullable StreamSizes sizes;

    private @Nullable ParsedUploadStream stream;

    /** Whether somebody has the body's stream or reader: then parameters do not come from the body. */
    private boolean bodyTaken;

    /** Whether form fields come before the query string's values; null until somebody asks for either. */
    private @Nullable Boolean fieldsFirst;

    private boolean closed;

    UploadState(Uploads uploads, MultipartConfigElement config) {
        this.uploads = uploads;
        this.config = config;
    }

    static @Nullable UploadState find(HttpServletRequest request) {
        return (UploadState) request.getAttribute(ATTRIBUTE);
    }

    void attachTo(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    /** Whether the handler reads the body itself. */
    boolean streams(HttpServletRequest request) {
        if (streams == null) {
            sizes = uploads.streamed(request);
            streams = sizes != null;
        }
        return streams;
    }

    /** Whether the parts could not be read. */
    boolean failed() {
        return partsFailure != null;
    }

    void bodyTaken() {
        bodyTaken = true;
    }

    /** The fields of the form, for those who ask for parameters; null where these come from the query string alone. */
    @Nullable
    List<FormPart> fields(HttpServletRequest request, boolean formData) {
        if (!parametersRead) {
            parametersRead = true;
            fieldsFirst = (fieldsFirst != null) && fieldsFirst;
            if (!bodyTaken && formData && !streams(request)) {
                read(request);
                if (partsFailure != null) {
                    parametersFailure = TomcatFailures.forParameters(partsFailure);
                }
            }
        }
        if (parametersFailure != null) {
            throw parametersFailure;
        }
        return fields;
    }

    /**
     * Whether form fields precede the query string's values of the same name: as with Tomcat, which adds them in the order
     * in which somebody makes it read the two.
     */
    boolean fieldsFirst() {
        return Boolean.TRUE.equals(fieldsFirst);
    }

    /** The parts of the form, in a collection of the caller's own, or the container's. */
    Collection<Part> parts(HttpServletRequest request) throws IOException, ServletException {
        if (streams(request)) {
            throw new IllegalStateException(
                    "The handler takes this request as an UploadStream, which leaves no parts to"
                            + " others: read them from there, or declare MultipartFile parameters instead");
        }
        if (fieldsFirst == null) {
            fieldsFirst = true;
        }
        read(request);
        if (partsFailure instanceof RuntimeException unchecked) {
            throw unchecked;
        } else if (partsFailure instanceof IOException io) {
            throw io;
        } else if (partsFailure instanceof ServletException servlet) {
            throw servlet;
        }
        return (form == null) ? request.getParts() : new ArrayList<>(form);
    }

    private void read(HttpServletRequest request) {
        if (form != null || readByContainer || partsFailure != null) {
            return;
        }
        int parameters = parametersRead ? request.getParameterMap().size() : 0;
        bodyTaken = true;
        try {
            List<FormPart> parts = new FormReader(request, uploads, config, parameters).read();
            keep(parts);
        } catch (Exception ex) {
            partsFailure = ex;
        }
    }

    private synchronized void keep(@Nullable List<FormPart> parts) {
        readByContainer = parts == null;
        form = parts;
        fields = (parts == null)
                ? null
                : parts.stream().filter(FormPart::isField).toList();
        if (closed && parts != null) {
            parts.forEach(FormPart::delete);
        }
    }

    /**
     * Hands the body out unread.
     *
     * @param own sizes, or null for those of the handler that was looked for
     */
    UploadStream stream(HttpServletRequest request, @Nullable StreamSizes own) throws IOException {
        if (stream == null) {
            if (form != null || readByContainer || partsFailure != null || closed) {
                throw new IllegalStateException(
                        "The body of this request was read before the handler could stream it: a"
                                + " filter, interceptor or argument asked for its parts or form fields, or the handler is a router"
                                + " function's, which needs spring.servlet.multipart.resolve-lazily=true");
            }
            ParserLimits limits = uploads.limits(config, 0);
            streams(request);
            StreamSizes bounds = (own != null) ? own : sizes;
            if (bounds != null) {
                Limit file = (bounds.file() != null) ? bounds.file() : limits.maxPartSize();
                limits = limits.withSizes(file, bounds.requestOr(limits.maxRequestSize()));
            }
            streams = true;
            stream = BodyReader.stream(request, uploads, limits);
        }
        return stream;
    }

    /** Ends everything that the body occupies: files, memory, the parser. What text fields said is kept. */
    synchronized void close() {
        if (!closed) {
            closed = true;
            if (form != null) {
                form.forEach(FormPart::delete);
            }
            if (stream != null) {
                stream.close();
            }
        }
    }
}
