/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.mvc;

import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

import dev.tuned.upload.UploadLimits;
import dev.tuned.upload.UploadStream;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.tomcat.StreamOpener;
import dev.tuned.upload.tomcat.StreamSizes;

/**
 * Handler of a router function that reads the parts of a multipart request while they arrive:
 *
 * <pre>{@code
 * route().POST("/files", uploading((request, upload) -> {
 *     UploadPart file = upload.nextFile();
 *     ...
 * }).maxFileSize(DataSize.ofGigabytes(1))) }</pre>
 *
 * <p>Needs {@code spring.servlet.multipart.resolve-lazily=true}: otherwise Spring MVC reads all parts before it looks for the
 * handler, which then fails with an {@link IllegalStateException}. Form fields and parts may not be read before the handler runs,
 * not even by a filter of the router function.
 *
 * <p>Immutable; as safe for use by many threads as what it calls.
 */
public final class UploadHandlerFunction implements HandlerFunction<ServerResponse> {

    private final Handler handler;

    private final @Nullable DataSize maxFileSize;

    private final @Nullable DataSize maxRequestSize;

    private UploadHandlerFunction(Handler handler, @Nullable DataSize maxFileSize, @Nullable DataSize maxRequestSize) {
        this.handler = handler;
        this.maxFileSize = maxFileSize;
        this.maxRequestSize = maxRequestSize;
    }

    /** Creates a handler with the application's limits. */
    public static UploadHandlerFunction uploading(Handler handler) {
        return new UploadHandlerFunction(handler, null, null);
    }

    /** This handler with another bound of a file's size, as {@link UploadLimits#maxFileSize()}; negative for none. */
    public UploadHandlerFunction maxFileSize(DataSize size) {
        return new UploadHandlerFunction(handler, size, maxRequestSize);
    }

    /** This handler with another bound of the body's size, as {@link UploadLimits#maxRequestSize()}; negative for none. */
    public UploadHandlerFunction maxRequestSize(DataSize size) {
        return new UploadHandlerFunction(handler, maxFileSize, size);
    }

    @Override
    public ServerResponse handle(ServerRequest request) throws Exception {
        StreamSizes sizes = new StreamSizes(
                limit(maxFileSize, "UploadHandlerFunction.maxFileSize"),
                limit(maxRequestSize, "UploadHandlerFunction.maxRequestSize"));
        return handler.handle(request, StreamOpener.open(request.servletRequest(), sizes));
    }

    private static @Nullable Limit limit(@Nullable DataSize size, String property) {
        return (size == null) ? null : new Limit(Math.max(-1, size.toBytes()), property);
    }

    /** Handles a request and its upload. */
    @FunctionalInterface
    public interface Handler {

        /**
         * Reads the parts and answers.
         *
         * @throws Exception handled as one of any other handler function
         */
        ServerResponse handle(ServerRequest request, UploadStream upload) throws Exception;
    }
}
