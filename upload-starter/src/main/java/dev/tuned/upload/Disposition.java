/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;

import dev.tuned.upload.UploadFailure.Reason;

/**
 * Reads from a part's {@code Content-Disposition} what the part is called.
 *
 * <p>Without us, Tomcat reads the name and {@code Part.getSubmittedFileName}, and Spring the original name of a {@code
 * MultipartFile}; they differ where a value is escaped or encoded. Here they have to answer as they do there. What browsers
 * and most other clients send is the same for both, and is read without either.
 */
final class Disposition {

    private static final String FORM_DATA = "form-data";

    private static final String NAME = "form-data; name=\"";

    private static final String FILE_NAME = "\"; filename=\"";

    private Disposition() {}

    static void readInto(PartHeaders headers) {
        String header = headers.header("content-disposition");
        if (header != null
                && header.regionMatches(true, 0, FORM_DATA, 0, FORM_DATA.length())
                && !readUsual(header, headers)) {
            readUnusual(header, headers);
        }
    }

    /** Reads a quoted name, and perhaps a quoted file name, with nothing in them that can be read in two ways. */
    private static boolean readUsual(String header, PartHeaders headers) {
        int last = header.length() - 1;
        if (!header.startsWith(NAME) || header.charAt(last) != '"') {
            return false;
        }
        int nameEnd = header.indexOf('"', NAME.length());
        String name = header.substring(NAME.length(), Math.max(nameEnd, NAME.length()));
        if (name.isEmpty() || !isPlain(name)) {
            return false;
        }
        if (nameEnd == last) {
            headers.disposition(name, null, null);
            return true;
        }
        int start = nameEnd + FILE_NAME.length();
        if (!header.startsWith(FILE_NAME, nameEnd) || header.indexOf('"', start) != last) {
            return false;
        }
        String fileName = header.substring(start, last);
        if (!isPlain(fileName)) {
            return false;
        }
        headers.disposition(name, fileName, fileName);
        return true;
    }

    private static boolean isPlain(String value) {
        return value.isEmpty()
                || (value.charAt(0) > ' '
                        && value.charAt(value.length() - 1) > ' '
                        && value.indexOf('\\') < 0
                        && !value.contains("=?"));
    }

    private static void readUnusual(String header, PartHeaders headers) {
        Map<String, String> parameters = HeaderParameters.parse(header);
        String name = parameters.getOrDefault("name", "");
        String inServlet = fileNameInServlet(parameters.get("filename"));
        String inSpring = fileNameInSpring(header);
        headers.disposition(
                name.isEmpty() ? null : name.trim(),
                (inSpring != null) ? inSpring : inServlet,
                (inServlet != null) ? inServlet : inSpring);
    }

    private static @Nullable String fileNameInSpring(String header) {
        try {
            return ContentDisposition.parse(header).getFilename();
        } catch (IllegalArgumentException | IndexOutOfBoundsException failure) {
            throw new UploadException(
                    Reason.MALFORMED, "The Content-Disposition of a part cannot be understood", failure);
        }
    }

    private static @Nullable String fileNameInServlet(@Nullable String parameter) {
        if (parameter == null || parameter.length() < 2 || parameter.indexOf('\\') < 0) {
            return (parameter == null) ? null : parameter.trim();
        }
        StringBuilder name = new StringBuilder(parameter.length());
        String escaped = parameter.trim();
        for (int i = 0; i < escaped.length(); i++) {
            if (escaped.charAt(i) == '\\' && ++i == escaped.length()) {
                return null; // Nothing is escaped.
            }
            name.append(escaped.charAt(i));
        }
        return name.toString();
    }
}
