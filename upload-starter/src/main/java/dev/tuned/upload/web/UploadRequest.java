/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.web;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.WebUtils;

import dev.tuned.upload.UploadException;
import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadStream;

/** Multipart request whose body is read by this starter, once, when somebody asks for what is in it. */
public final class UploadRequest extends HttpServletRequestWrapper {

    private final UploadState state;

    private @Nullable Map<String, String[]> parameters;

    /** What {@link #parameters} were merged for: a forward or an include puts another request between. */
    private @Nullable ServletRequest mergedFor;

    private final HttpServletRequest original;

    UploadRequest(HttpServletRequest request, UploadState state) {
        super(request);
        this.original = request;
        this.state = state;
    }

    /** The one that a request is or wraps. */
    static @Nullable UploadRequest find(ServletRequest request) {
        return WebUtils.getNativeRequest(request, UploadRequest.class);
    }

    /** Whether the handler reads the parts itself. */
    static boolean isStreamed(HttpServletRequest request) {
        UploadRequest upload = find(request);
        return upload != null && upload.state.streams(upload.request());
    }

    /** Whether the parts could not be read, and this is the dispatch to the error page. */
    static boolean isErrorPageOfFailure(HttpServletRequest request) {
        UploadRequest upload = find(request);
        return upload != null && upload.state.failed() && request.getDispatcherType() == DispatcherType.ERROR;
    }

    /**
     * The body of a request that was wrapped before it was dispatched, unread.
     *
     * @param sizes of a handler that could not be looked for, or null
     * @throws UploadException if the request is not multipart
     * @throws IllegalStateException if nothing wrapped it, or the body was read as a form before
     */
    public static UploadStream streamOf(HttpServletRequest request, @Nullable StreamSizes sizes) throws IOException {
        UploadRequest upload = find(request);
        if (upload != null) {
            return upload.state.stream(upload.request(), sizes);
        }
        if (!UploadFilter.isMultipart(request)) {
            throw new UploadException(Reason.NOT_MULTIPART, "The request is not a multipart one", null);
        }
        throw new IllegalStateException("This multipart request did not come through the UploadFilter, which has to run"
                + " before the DispatcherServlet and is registered for it unless tuned.upload.enabled=false.");
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterMap().get(name);
        return (values == null) ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = getParameterMap().get(name);
        return (values == null) ? null : values.clone();
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameterMap().keySet());
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        HttpServletRequest current = request();
        boolean formData = isFormData(current);
        if (formData) {
            keepFromContainer(current);
        }
        List<FormPart> fields = state.fields(current, formData);
        if (fields == null) {
            return current.getParameterMap();
        }
        Map<String, String[]> merged = parameters;
        if (merged == null || mergedFor != current) {
            Map<String, String[]> query = original.getParameterMap();
            Map<String, String[]> all = (current == original) ? query : current.getParameterMap();
            merged = FormParameters.merged(fields, state.fieldsFirst(), query, all);
            parameters = merged;
            mergedFor = current;
        }
        return merged;
    }

    /** With its stream handed out, the container leaves the body alone when it is asked for parameters (Servlet 3.1.1). */
    private static void keepFromContainer(HttpServletRequest request) {
        try {
            request.getInputStream();
        } catch (IOException | IllegalStateException ex) {
            // Somebody has the body's reader: to the same effect.
        }
    }

    private static boolean isFormData(HttpServletRequest request) {
        String type = request.getContentType();
        if (type == null) {
            return false;
        }
        int semicolon = type.indexOf(';');
        String media = (semicolon < 0) ? type : type.substring(0, semicolon);
        return media.trim().toLowerCase(Locale.ENGLISH).equals("multipart/form-data");
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        return state.parts(request());
    }

    @Override
    public @Nullable Part getPart(String name) throws IOException, ServletException {
        for (Part part : getParts()) {
            if (name.equals(part.getName())) {
                return part;
            }
        }
        return null;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        state.bodyTaken();
        return super.getInputStream();
    }

    @Override
    public BufferedReader getReader() throws IOException {
        state.bodyTaken();
        return super.getReader();
    }

    private HttpServletRequest request() {
        return (HttpServletRequest) getRequest();
    }
}
