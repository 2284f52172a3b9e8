/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.multipart.ParserLimits;

/**
 * Sizes that a streaming handler sets in place of the application's.
 *
 * @param file bytes of a file, or null
 * @param request bytes of the whole body, or null
 */
public record StreamSizes(@Nullable Limit file, @Nullable Limit request) {

    /** Bytes that a body may have in addition to the one file that a handler allows to be large. */
    private static final long MAX_REST = 1024 * 1024;

    /** The application's bounds, with these sizes in place of its own. */
    ParserLimits applyTo(ParserLimits application) {
        Limit part = (file != null) ? file : application.maxPartSize();
        return application.withSizes(part, request(application.maxRequestSize()));
    }

    /** Size of the body. Where the handler sets that of a file alone, the body may be large enough for one such file. */
    private Limit request(Limit application) {
        if (request != null) {
            return request;
        }
        if (file == null) {
            return application;
        }
        if (file.value() < 0) {
            return file;
        }
        long needed = (file.value() > Long.MAX_VALUE - MAX_REST) ? Long.MAX_VALUE : file.value() + MAX_REST;
        return application.isExceededBy(needed) ? new Limit(needed, file.property()) : application;
    }
}
