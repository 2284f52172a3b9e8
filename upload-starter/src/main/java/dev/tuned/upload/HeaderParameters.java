/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;

/**
 * Parameters of a header's value, such as {@code form-data; name="a"; filename=b.txt}, read as Tomcat reads them: quotes
 * are removed, what they escape stays escaped, and the last of two with one name counts.
 */
final class HeaderParameters {

    private final String header;

    /** At the semicolon before a parameter; what comes first is read like one, as Tomcat does. */
    private int position = -1;

    private HeaderParameters(String header) {
        this.header = header;
    }

    /** Values by names in lower case, and without the asterisk of an encoded one; empty for a parameter without a value. */
    static Map<String, String> parse(String header) {
        return new HeaderParameters(header).parameters();
    }

    private Map<String, String> parameters() {
        Map<String, String> parameters = new HashMap<>(4);
        while (position < header.length()) {
            int start = ++position; // behind the semicolon
            skipTo("=;");
            String name = header.substring(start, position).strip().toLowerCase(Locale.ROOT);
            String value = "";
            if (position < header.length() && header.charAt(position) == '=') {
                value = readValue();
            }
            if (name.endsWith("*")) {
                name = name.substring(0, name.length() - 1);
                value = decoded("filename*=" + value, value);
            } else if (value.startsWith("=?")) {
                value = decoded("filename=\"" + value + '"', value);
            }
            if (!name.isEmpty()) {
                parameters.put(name, value);
            }
        }
        return parameters;
    }

    private void skipTo(String ends) {
        while (position < header.length() && ends.indexOf(header.charAt(position)) < 0) {
            position++;
        }
    }

    /** Reads up to a semicolon outside of quotes. */
    private String readValue() {
        int start = ++position; // behind the equals sign
        boolean quoted = false;
        boolean escaped = false;
        for (; position < header.length(); position++) {
            char character = header.charAt(position);
            if (character == ';' && !quoted) {
                break;
            }
            if (character == '"' && !escaped) {
                quoted = !quoted;
            }
            escaped = character == '\\' && !escaped;
        }
        String value = header.substring(start, position).strip();
        boolean inQuotes = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return inQuotes ? value.substring(1, value.length() - 1) : value;
    }

    /** Has Spring decode what RFC 2047 or RFC 5987 encodes. */
    private static String decoded(String parameter, String undecoded) {
        try {
            @Nullable
            String value = ContentDisposition.parse("form-data; " + parameter).getFilename();
            return (value != null) ? value : undecoded;
        } catch (IllegalArgumentException | IndexOutOfBoundsException wronglyEncoded) {
            return undecoded;
        }
    }
}
