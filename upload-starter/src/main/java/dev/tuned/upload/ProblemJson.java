/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.http.ProblemDetail;

/** Writes a problem detail (RFC 9457) as JSON, also where no converter is at hand: in a filter, or without Jackson. */
final class ProblemJson {

    private ProblemJson() {}

    static String of(ProblemDetail problem) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("type", problem.getType());
        members.put("title", problem.getTitle());
        members.put("status", problem.getStatus());
        members.put("detail", problem.getDetail());
        members.put("instance", problem.getInstance());
        Map<String, Object> more = problem.getProperties();
        if (more != null) {
            members.putAll(more);
        }
        StringBuilder json = new StringBuilder("{");
        members.forEach((name, value) -> {
            if (value != null) {
                json.append((json.length() > 1) ? "," : "");
                appendText(json, name);
                json.append(':');
                if (value instanceof Number) {
                    json.append(value);
                } else {
                    appendText(json, value.toString());
                }
            }
        });
        return json.append('}').toString();
    }

    private static void appendText(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || c == '\u007f' || Character.isSurrogate(c)) {
                json.append("\\u%04x".formatted((int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
