/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadException;
import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadListener.Mode;
import dev.tuned.upload.UploadStream;
import dev.tuned.upload.multipart.BodyException;
import dev.tuned.upload.multipart.MultipartParser;
import dev.tuned.upload.multipart.ParserLimits;
import dev.tuned.upload.stream.Charsets;
import dev.tuned.upload.stream.ParsedUploadStream;

/** Opens the unread body of a request for a handler that reads it while it arrives. */
public final class StreamOpener {

    private StreamOpener() {}

    /**
     * Opens the body, or returns the stream that was opened before.
     *
     * @param request that the handler has: the container's, or what wraps it
     * @param sizes of a handler that could not be looked up, or null
     * @throws UploadException if the request is not multipart
     * @throws IllegalStateException if the body was read as a form before, or cannot be read by this starter
     */
    public static UploadStream open(HttpServletRequest request, @Nullable StreamSizes sizes) throws IOException {
        if (!UploadRequest.isMultipart(request)) {
            throw new UploadException(Reason.NOT_MULTIPART, "The request is not a multipart one", null);
        }
        UploadRequest upload = UploadRequest.find(request);
        if (upload == null || upload.getWrapper().getMultipartConfigElement() == null) {
            throw new IllegalStateException(
                    "An UploadStream is for servlets with a multipart configuration, on a connector of"
                            + " the embedded Tomcat that the starter knows (it warns at the start of others), unless"
                            + " tuned.upload.enabled=false");
        }
        UploadState state = upload.state();
        ParsedUploadStream stream = state.stream();
        if (stream == null) {
            MultipartConfigElement config = upload.unreadConfig();
            if (config == null) {
                throw new IllegalStateException(
                        "The body of this request was read before the handler could stream it: a"
                                + " filter, interceptor or argument asked for its parts or form fields, or the handler is a router"
                                + " function's, which needs spring.servlet.multipart.resolve-lazily=true");
            }
            ParserLimits limits = upload.limits(config, 0);
            StreamSizes own = (sizes != null) ? sizes : state.sizes();
            stream = open(upload, request, (own != null) ? own.applyTo(limits) : limits);
            state.open(stream);
        }
        return stream;
    }

    private static ParsedUploadStream open(UploadRequest upload, HttpServletRequest request, ParserLimits limits)
            throws IOException {
        try {
            UploadContext uploads = upload.uploads();
            MultipartParser parser = upload.parser(request, limits, Mode.STREAMING);
            Charset charset = Charsets.charset(request.getCharacterEncoding(), StandardCharsets.UTF_8);
            return new ParsedUploadStream(
                    parser,
                    upload.state().body(),
                    uploads.listener(),
                    limits.maxTextSize(),
                    charset,
                    FailureTranslator::forStream);
        } catch (BodyException ex) {
            throw FailureTranslator.forStream(ex);
        }
    }
}
