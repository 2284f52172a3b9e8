/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.WebUtils;

/**
 * Multipart request whose body is read by this starter, once, when somebody asks for what is in it, and by one of two: the
 * drop-in tier, or {@link #stream()}.
 */
final class UploadRequest extends HttpServletRequestWrapper {

    private final Upload upload;

    private @Nullable Map<String, String[]> parameters;

    /** What {@link #parameters} were merged for: a forward or an include puts another request between. */
    private @Nullable ServletRequest mergedFor;

    private final HttpServletRequest original;

    UploadRequest(HttpServletRequest request, Upload upload) {
        super(request);
        this.original = request;
        this.upload = upload;
    }

    /** The one that a request is or wraps. */
    static @Nullable UploadRequest find(ServletRequest request) {
        return WebUtils.getNativeRequest(request, UploadRequest.class);
    }

    Upload upload() {
        return upload;
    }

    /** Reads the form if its parts are for anybody; says whether there is one. */
    boolean readForm() throws IOException, ServletException {
        upload.read(request());
        return upload.hasForm();
    }

    /**
     * The body of a request that was wrapped before it was dispatched, unread.
     *
     * @throws UploadException if the request is not multipart
     * @throws IllegalStateException if nothing wrapped it, or the body was read as a form before
     */
    static UploadStream streamOf(HttpServletRequest request) throws IOException {
        UploadRequest upload = find(request);
        if (upload != null) {
            return upload.stream();
        }
        Boundary.of(request.getContentType());
        throw new IllegalStateException("This multipart request did not come through the UploadFilter, which has to run"
                + " before the DispatcherServlet and is registered for it unless tuned.upload.enabled=false.");
    }

    /** Hands the body to the handler unread. */
    UploadStream stream() throws IOException {
        return upload.stream(request());
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
        UploadForm form = upload.formForParameters(request());
        if (form == null) {
            return queryParameters(request());
        }
        if (form.readByContainer()) {
            return super.getParameterMap();
        }
        Map<String, String[]> merged = parameters;
        if (merged == null || mergedFor != getRequest()) {
            merged = merge(form);
            parameters = merged;
            mergedFor = getRequest();
        }
        return merged;
    }

    private Map<String, String[]> merge(UploadForm form) {
        HttpServletRequest current = request();
        FormParameters merged = new FormParameters(form.fields());
        Map<String, String[]> query = queryParameters(current);
        if (upload.fieldsFirst()) {
            return merged.before(query, (current == original) ? query : queryParameters(original));
        }
        return merged.after(query);
    }

    /** What the container answers without the body. */
    private static Map<String, String[]> queryParameters(HttpServletRequest request) {
        if (request.getQueryString() == null && !(request instanceof ServletRequestWrapper)) {
            return Map.of();
        }
        try {
            // From now on the container leaves the body alone (Servlet specification, 3.1.1).
            request.getInputStream();
        } catch (IOException | IllegalStateException ex) {
            // Somebody has the body's reader: to the same effect.
        }
        return request.getParameterMap();
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        return upload.formForParts(request()).parts();
    }

    @Override
    public @Nullable Part getPart(String name) throws IOException, ServletException {
        return upload.formForParts(request()).part(name);
    }

    private HttpServletRequest request() {
        return (HttpServletRequest) getRequest();
    }
}
