/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.web;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** Tells which handlers read the body themselves, before they are dispatched to. Safe for use by many threads. */
public interface StreamLookup {

    /**
     * Looks for a handler that streams, without reading from the body, asking the request for parameters of its body or leaving a
     * trace in its attributes. Never throws.
     *
     * @return sizes that the handler sets, or null if the handler does not stream
     */
    @Nullable
    StreamSizes find(HttpServletRequest request);
}
