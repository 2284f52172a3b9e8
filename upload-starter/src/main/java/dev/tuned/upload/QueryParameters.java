/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** Parameters of a request's query string, decoded as UTF-8 as containers do. */
final class QueryParameters {

    private QueryParameters() {}

    /** The values of each name in the order sent; not to be modified. */
    static Map<String, String[]> of(HttpServletRequest request) {
        String query = request.getQueryString();
        if (query == null || query.isEmpty()) {
            return Collections.emptyMap();
        }
        Map<String, String[]> parameters = new LinkedHashMap<>();
        for (String pair : StringUtils.tokenizeToStringArray(query, "&")) {
            int equals = pair.indexOf('=');
            String name = decode((equals < 0) ? pair : pair.substring(0, equals));
            String value = (equals < 0) ? "" : decode(pair.substring(equals + 1));
            if (name != null && value != null) {
                parameters.merge(name, new String[] {value}, StringUtils::concatenateStringArrays);
            }
        }
        return Collections.unmodifiableMap(parameters);
    }

    /** Null for what is not well encoded: it is no parameter. */
    private static @Nullable String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException ex) {
            return null;
        }
    }
}
