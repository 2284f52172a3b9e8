/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What a part's {@code Content-Disposition} says, as Tomcat reads it. What browsers and most other clients send is read here,
 * everything else by {@link HeaderParameters}.
 *
 * @param name name of the field, or null
 * @param fileName name of the file before its escapes are resolved, empty where it has no value, null for a text field
 */
record Disposition(@Nullable String name, @Nullable String fileName) {

    private static final Disposition NONE = new Disposition(null, null);

    private static final String FORM_DATA = "form-data";

    private static final String NAME = "form-data; name=\"";

    private static final String FILE_NAME = "\"; filename=\"";

    static Disposition of(@Nullable String header, HeaderParameters parameters) {
        if (header == null) {
            return NONE;
        }
        Disposition usual = usual(header);
        return (usual != null) ? usual : unusual(header, parameters);
    }

    /** Reads a quoted name, and perhaps a quoted file name, with nothing in them that can be read in two ways. */
    private static @Nullable Disposition usual(String header) {
        int last = header.length() - 1;
        if (!header.startsWith(NAME) || header.charAt(last) != '"') {
            return null;
        }
        int nameEnd = header.indexOf('"', NAME.length());
        String name = header.substring(NAME.length(), Math.max(nameEnd, NAME.length()));
        if (name.isEmpty() || !isPlain(name)) {
            return null;
        }
        if (nameEnd == last) {
            return new Disposition(name, null);
        }
        int start = nameEnd + FILE_NAME.length();
        if (!header.startsWith(FILE_NAME, nameEnd) || header.indexOf('"', start) != last) {
            return null;
        }
        String fileName = header.substring(start, last);
        return isPlain(fileName) ? new Disposition(name, fileName) : null;
    }

    private static boolean isPlain(String value) {
        return value.isEmpty()
                || (value.charAt(0) > ' '
                        && value.charAt(value.length() - 1) > ' '
                        && value.indexOf('\\') < 0
                        && !value.contains("=?"));
    }

    private static Disposition unusual(String header, HeaderParameters reader) {
        String lower = header.toLowerCase(Locale.ROOT);
        boolean formData = lower.startsWith(FORM_DATA);
        if (!formData && !lower.startsWith("attachment")) {
            return NONE;
        }
        Map<String, @Nullable String> parameters = reader.parse(header);
        String name = parameters.get("name");
        String fileName = parameters.get("filename");
        if (fileName == null && parameters.containsKey("filename")) {
            fileName = "";
        }
        return new Disposition(
                (formData && name != null) ? name.trim() : null, (fileName != null) ? fileName.trim() : null);
    }
}
