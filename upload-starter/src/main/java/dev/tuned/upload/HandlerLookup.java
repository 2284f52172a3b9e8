/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import jakarta.servlet.http.HttpServletRequest;

/** Tells who reads the body of a multipart request, before it is dispatched and after. Safe for use by many threads. */
@FunctionalInterface
interface HandlerLookup {

    /**
     * Looks for the handler, without reading from the body, asking the request for parameters of its body or leaving a
     * trace in its attributes. Never throws.
     */
    Target find(HttpServletRequest request);

    /** Who reads a body. */
    enum Reader {
        /** A handler that takes parts or parameters, or one about which nothing is known. */
        FORM,
        /** A handler that takes an {@link UploadStream}. */
        STREAM,
        /** There is no handler: the answer is 404, 405 or the like, whatever the body holds. */
        NOBODY
    }

    /**
     * What was found.
     *
     * @param limits bounds of the body for that handler
     */
    record Target(Reader reader, ParserLimits limits) {}
}
