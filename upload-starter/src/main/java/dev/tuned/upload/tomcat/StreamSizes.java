/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.multipart.Limit;

/**
 * Sizes that a streaming handler sets in place of the application's.
 *
 * @param file bytes of a file, or null
 * @param request bytes of the whole body, or null
 */
public record StreamSizes(@Nullable Limit file, @Nullable Limit request) {

    /** What a body may hold besides the one file that a handler allows to be large. */
    private static final long MAX_REST = 1024 * 1024;

    /** Size of the body: a handler that allows a file of some size means it to arrive. */
    Limit requestOr(Limit application) {
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
