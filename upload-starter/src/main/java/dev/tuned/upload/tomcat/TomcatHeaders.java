/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.catalina.core.ApplicationPart;
import org.apache.tomcat.util.http.fileupload.FileItem;
import org.apache.tomcat.util.http.fileupload.FileUpload;
import org.apache.tomcat.util.http.fileupload.FileUploadBase;
import org.apache.tomcat.util.http.fileupload.FileUploadException;
import org.apache.tomcat.util.http.fileupload.InvalidFileNameException;
import org.apache.tomcat.util.http.fileupload.MultipartStream.IllegalBoundaryException;
import org.apache.tomcat.util.http.fileupload.ParameterParser;
import org.apache.tomcat.util.http.fileupload.disk.DiskFileItem;
import org.apache.tomcat.util.http.fileupload.impl.InvalidContentTypeException;
import org.apache.tomcat.util.http.fileupload.util.FileItemHeadersImpl;
import org.apache.tomcat.util.http.fileupload.util.Streams;
import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.multipart.BodyException;
import dev.tuned.upload.multipart.Disposition;
import dev.tuned.upload.multipart.HeaderParameters;

/** Reads parameters of headers by Tomcat's own classes. */
public final class TomcatHeaders implements HeaderParameters {

    public static final TomcatHeaders INSTANCE = new TomcatHeaders();

    /** Bytes that an array of Tomcat's parser holds. */
    private static final int MAX_BOUNDARY_LENGTH = 4091;

    private TomcatHeaders() {}

    @Override
    public Disposition disposition(@Nullable String header) {
        String lower = (header == null) ? "" : header.toLowerCase(Locale.ROOT);
        boolean formData = lower.startsWith(FileUploadBase.FORM_DATA);
        if (header == null || (!formData && !lower.startsWith(FileUploadBase.ATTACHMENT))) {
            return new Disposition(null, null, null);
        }
        ParameterParser parser = new ParameterParser();
        parser.setLowerCaseNames(true);
        Map<String, @Nullable String> parameters = parser.parse(header, ';');
        String name = parameters.get("name");
        String fileName = null;
        if (parameters.containsKey("filename")) {
            fileName =
                    Objects.requireNonNullElse(parameters.get("filename"), "").trim();
        }
        boolean escaped = fileName != null && fileName.indexOf('\\') >= 0;
        return new Disposition(
                (formData && name != null) ? name.trim() : null,
                fileName,
                escaped ? submittedFileName(header) : fileName);
    }

    /** Asks a part of Tomcat's: its versions differ in how they read a backslash before the closing quote. */
    private static @Nullable String submittedFileName(String disposition) {
        FileItemHeadersImpl headers = new FileItemHeadersImpl();
        headers.addHeader(FileUploadBase.CONTENT_DISPOSITION, disposition);
        FileItem item = new DiskFileItem(null, null, false, null, 0, null);
        item.setHeaders(headers);
        return new ApplicationPart(item, null).getSubmittedFileName();
    }

    /** No other length, as in Tomcat: curl, which sends such bodies, sends none. */
    @Override
    public byte[] nestedBoundary(String contentType, int length) throws BodyException {
        byte[] boundary = boundary(contentType);
        if (boundary == null || boundary.length != length) {
            String message = "The length of a boundary token cannot be changed";
            throw new BodyException(Reason.MALFORMED, message, new IllegalBoundaryException(message));
        }
        return boundary;
    }

    @Override
    public void checkFileName(String fileName) throws BodyException {
        try {
            Streams.checkFileName(fileName);
        } catch (InvalidFileNameException ex) {
            throw new BodyException(Reason.MALFORMED, String.valueOf(ex.getMessage()), ex);
        }
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
