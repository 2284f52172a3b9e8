/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.nio.charset.Charset;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;

import dev.tuned.upload.UploadListener.Mode;
import dev.tuned.upload.body.UploadBody;
import dev.tuned.upload.multipart.MultipartParser;
import dev.tuned.upload.multipart.ParserLimits;
import dev.tuned.upload.stream.Charsets;

/** A body that is about to be read, and its parser. */
record BodyReader(UploadBody body, MultipartParser parser) {

    /** Begins to read, in Tomcat's order: type, length, stream, boundary. */
    static BodyReader open(UploadRequest upload, HttpServletRequest request, ParserLimits limits, Mode mode)
            throws IOException, ServletException {
        UploadContext uploads = upload.uploads();
        UploadBody body = new UploadBody(
                limits.maxRequestSize(), uploads.settings().minimumRate(), System::nanoTime, uploads.listener(), mode);
        upload.state().begin(body);
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
}
