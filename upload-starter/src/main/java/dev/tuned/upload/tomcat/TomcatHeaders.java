/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.util.Map;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.catalina.core.ApplicationPart;
import org.apache.tomcat.util.http.fileupload.FileItem;
import org.apache.tomcat.util.http.fileupload.FileUpload;
import org.apache.tomcat.util.http.fileupload.FileUploadBase;
import org.apache.tomcat.util.http.fileupload.FileUploadException;
import org.apache.tomcat.util.http.fileupload.ParameterParser;
import org.apache.tomcat.util.http.fileupload.disk.DiskFileItem;
import org.apache.tomcat.util.http.fileupload.impl.InvalidContentTypeException;
import org.apache.tomcat.util.http.fileupload.util.FileItemHeadersImpl;
import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.multipart.BodyException;
import dev.tuned.upload.multipart.HeaderParameters;

/** Reads parameters of headers by Tomcat's own classes. */
public final class TomcatHeaders implements HeaderParameters {

    public static final TomcatHeaders INSTANCE = new TomcatHeaders();

    /** Bytes that an array of Tomcat's parser holds. */
    private static final int MAX_BOUNDARY_LENGTH = 4091;

    private TomcatHeaders() {}

    @Override
    public Map<String, @Nullable String> parse(String header, char... separators) {
        ParameterParser parser = new ParameterParser();
        parser.setLowerCaseNames(true);
        return parser.parse(header, separators);
    }

    /** Asks a part of Tomcat's: its versions differ in how they read a backslash before the closing quote. */
    @Override
    public @Nullable String submittedFileName(String disposition) {
        FileItemHeadersImpl headers = new FileItemHeadersImpl();
        headers.addHeader(FileUploadBase.CONTENT_DISPOSITION, disposition);
        FileItem item = new DiskFileItem(null, null, false, null, 0, null);
        item.setHeaders(headers);
        return new ApplicationPart(item, null).getSubmittedFileName();
    }

    /**
     * Boundary of a request's content type. Where it is missing or too long the body is closed, as by Tomcat.
     *
     * @throws BodyException caused by what {@code getParts} throws
     */
    static byte[] boundary(HttpServletRequest request) throws IOException {
        byte[] boundary = boundary(request.getContentType());
        if (boundary != null && boundary.length <= MAX_BOUNDARY_LENGTH) {
            return boundary;
        }
        request.getInputStream().close();
        if (boundary == null) {
            String message = "the request was rejected because no multipart boundary was found";
            throw new BodyException(Reason.MALFORMED, message, new FileUploadException(message));
        }
        String message = "The boundary specified in the Content-type header is too long";
        Exception cause =
                new IllegalArgumentException("The buffer size specified for the MultipartStream is too small");
        throw new BodyException(
                Reason.MALFORMED, message, new ServletException(new InvalidContentTypeException(message, cause)));
    }

    /** Boundary of a content type, or null. */
    static byte @Nullable [] boundary(String contentType) {
        return new FileUpload().getBoundary(contentType);
    }
}
