/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.HttpServletRequest;

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
     * @throws UploadException if the request is not multipart
     * @throws IllegalStateException if the body was read as a form before, or cannot be read by this starter
     */
    public static UploadStream open(HttpServletRequest request) throws IOException {
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
                                + " filter, interceptor or argument asked for its parts or form fields");
            }
            ParserLimits limits = upload.limits(config, 0);
            UnaryOperator<ParserLimits> own = state.sizes();
            stream = open(upload, request, (own != null) ? own.apply(limits) : limits);
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
