/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.springframework.web.util.WebUtils;

/**
 * Multipart request whose body is read by this starter, once and by one of two: the drop-in tier or {@link #stream()}.
 */
final class UploadRequest extends HttpServletRequestWrapper {

    private final UploadEngine engine;

    UploadRequest(HttpServletRequest request, UploadEngine engine) {
        super(request);
        this.engine = engine;
    }

    /** Hands the body to the handler unread. */
    UploadStream stream() throws IOException {
        return engine.stream(this, engine.handlers().find(this).limits());
    }

    /**
     * The body of a request that was wrapped before it was dispatched.
     *
     * @throws UploadException if the request is not multipart
     * @throws IllegalStateException if nothing wrapped it, or the body was read as a form before
     */
    static UploadStream streamOf(HttpServletRequest request) throws IOException {
        UploadRequest upload = WebUtils.getNativeRequest(request, UploadRequest.class);
        if (upload != null) {
            return upload.stream();
        }
        Boundary.of(request.getContentType());
        throw new IllegalStateException("This multipart request did not come through the UploadFilter, which has to run"
                + " before the DispatcherServlet and is registered for it unless tuned.upload.enabled=false.");
    }
}
