/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Parameters of a header's value, such as {@code form-data; name="a"; filename=b.txt}. */
final class HeaderParameters {

    private final String header;

    private int position;

    private HeaderParameters(String header) {
        this.header = header;
    }

    /** Names in lower case with their values, quotes and escapes removed. Of two with one name the first counts. */
    static Map<String, String> parse(String header) {
        return new HeaderParameters(header).parameters();
    }

    private Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>(4);
        readUntil(";");
        while (position < header.length()) {
            position++; // the semicolon
            String name = readUntil("=;").toLowerCase(Locale.ROOT);
            if (position < header.length() && header.charAt(position) == '=') {
                position++;
                parameters.putIfAbsent(name, readValue());
            }
        }
        return parameters;
    }

    private String readValue() {
        while (position < header.length() && Character.isWhitespace(header.charAt(position))) {
            position++;
        }
        if (position == header.length() || header.charAt(position) != '"') {
            return readUntil(";");
        }
        StringBuilder value = new StringBuilder();
        position++;
        while (position < header.length() && header.charAt(position) != '"') {
            char character = header.charAt(position++);
            // Browsers of old sent C:\path unescaped, so only a quote or another backslash counts as escaped.
            if (character == '\\' && position < header.length() && "\"\\".indexOf(header.charAt(position)) >= 0) {
                character = header.charAt(position++);
            }
            value.append(character);
        }
        readUntil(";");
        return value.toString();
    }

    private String readUntil(String ends) {
        int start = position;
        while (position < header.length() && ends.indexOf(header.charAt(position)) < 0) {
            position++;
        }
        return header.substring(start, position).trim();
    }
}
