/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;

import dev.tuned.upload.UploadException;
import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadListener.Mode;
import dev.tuned.upload.body.UploadBody;
import dev.tuned.upload.multipart.BodyException;
import dev.tuned.upload.multipart.MultipartParser;
import dev.tuned.upload.multipart.ParserLimits;
import dev.tuned.upload.stream.Charsets;
import dev.tuned.upload.stream.ParsedUploadStream;

/** A body about to be read, and its parser. */
record BodyReader(UploadBody body, MultipartParser parser) {

    /** Begins to read in the order of Tomcat: type, length, stream, boundary. */
    static BodyReader open(
            UploadRequest upload, HttpServletRequest request, UploadContext uploads, ParserLimits limits, Mode mode)
            throws IOException, ServletException {
        UploadBody body = new UploadBody(
                limits.maxRequestSize(), uploads.settings().minimumRate(), System::nanoTime, uploads.listener(), mode);
        upload.begin(body);
        try {
            body.checkLength(request.getContentLengthLong());
            body.open(request.getInputStream());
            byte[] boundary = boundary(request);
            Charset charset = Charsets.charset(request.getCharacterEncoding(), Charset.defaultCharset());
            MultipartParser parser = new MultipartParser(
                    body, boundary, limits, uploads.storage().buffers(), charset, TomcatHeaders.INSTANCE);
            return new BodyReader(body, parser);
        } catch (Throwable ex) {
            body.finish(ex);
            throw ex;
        }
    }

    private static byte[] boundary(HttpServletRequest request) throws IOException, ServletException {
        try {
            return TomcatHeaders.boundary(request.getContentType());
        } catch (IOException | ServletException ex) {
            request.getInputStream().close(); // As Tomcat does: the body is not read any further.
            throw ex;
        }
    }

    /** Begins to read for a handler. */
    static ParsedUploadStream stream(
            UploadRequest upload, HttpServletRequest request, UploadContext uploads, ParserLimits limits)
            throws IOException {
        try {
            BodyReader reader = open(upload, request, uploads, limits, Mode.STREAMING);
            Charset charset = Charsets.charset(request.getCharacterEncoding(), StandardCharsets.UTF_8);
            return new ParsedUploadStream(
                    reader.parser,
                    reader.body,
                    uploads.listener(),
                    limits.maxTextSize(),
                    charset,
                    FailureTranslator::forStream);
        } catch (BodyException ex) {
            throw FailureTranslator.forStream(ex);
        } catch (IOException | ServletException ex) {
            throw new UploadException(Reason.MALFORMED, String.valueOf(ex.getMessage()), ex);
        }
    }
}
