/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** Looks for the handlers that read the body themselves, before they are dispatched to. Safe for use by many threads. */
@FunctionalInterface
public interface StreamingHandlers {

    /**
     * The sizes that the handler of the request sets, or null if it does not stream. Neither reads from the body nor parses
     * parameters, leaves no trace in the attributes, and never throws.
     *
     * @param upload the container's request
     * @param request the same, or what wraps it
     */
    @Nullable
    StreamSizes find(UploadRequest upload, HttpServletRequest request);
}
