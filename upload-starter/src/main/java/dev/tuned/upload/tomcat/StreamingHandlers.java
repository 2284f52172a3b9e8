/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.util.function.UnaryOperator;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import dev.tuned.upload.multipart.ParserLimits;

/** Looks for the handlers that read the body themselves, before they are dispatched to. Safe for use by many threads. */
@FunctionalInterface
public interface StreamingHandlers {

    /**
     * Gives the application's limits the sizes of the handler of the request, or null if it does not stream. Neither reads from the body nor parses
     * parameters, leaves no trace in the attributes, and never throws.
     *
     * @param upload the container's request
     * @param request the same, or what wraps it
     */
    @Nullable
    UnaryOperator<ParserLimits> find(UploadRequest upload, HttpServletRequest request);
}
