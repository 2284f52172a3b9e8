/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.util.Map;

import org.apache.tomcat.util.http.fileupload.FileUpload;
import org.apache.tomcat.util.http.fileupload.ParameterParser;
import org.jspecify.annotations.Nullable;

/** Reads parameters of headers by Tomcat's own classes. */
public final class TomcatHeaders {

    /** As many as an array of Tomcat's parser holds. */
    private static final int MAX_BOUNDARY = 4091;

    private TomcatHeaders() {}

    /** Parameters of a part's header. */
    public static Map<String, @Nullable String> parse(String header) {
        ParameterParser parser = new ParameterParser();
        parser.setLowerCaseNames(true);
        return parser.parse(header, ';');
    }

    /** Boundary of a content type, or null. */
    public static byte @Nullable [] boundary(String contentType) {
        return new FileUpload().getBoundary(contentType);
    }

    /** Whether Tomcat's parser takes a boundary of that length. */
    public static boolean isTooLong(byte[] boundary) {
        return boundary.length > MAX_BOUNDARY;
    }
}
