/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;

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
        ParserLimits limits = engine.settings().limits();
        UploadBody body = engine.open(this, UploadListener.Tier.STREAM, limits);
        return new UploadStream(engine.parser(this, body, limits), body);
    }
}
