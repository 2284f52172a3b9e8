/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The {@code Content-Disposition} of a part, as Tomcat reads it.
 *
 * @param name name of the field, or null
 * @param fileName name of the file before its escapes are resolved, empty where it has no value, null for a text field
 */
record Disposition(@Nullable String name, @Nullable String fileName) {

    static Disposition of(@Nullable String header, HeaderParameters reader) {
        String lower = (header == null) ? "" : header.toLowerCase(Locale.ROOT);
        boolean formData = lower.startsWith("form-data");
        if (header == null || (!formData && !lower.startsWith("attachment"))) {
            return new Disposition(null, null);
        }
        Map<String, @Nullable String> parameters = reader.parse(header, ';');
        String name = parameters.get("name");
        String fileName = parameters.get("filename");
        if (fileName == null && parameters.containsKey("filename")) {
            fileName = "";
        }
        return new Disposition(
                (formData && name != null) ? name.trim() : null, (fileName != null) ? fileName.trim() : null);
    }
}
