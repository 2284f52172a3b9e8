/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Patterns of paths within the application. Immutable.
 *
 * <p>A pattern is a path, in which a segment may be {@code *} for any one segment, and the last one {@code **} for any number of
 * them, none included.
 *
 * @param patterns patterns; one that has an error matches nothing
 */
public record PathPatterns(List<String> patterns) {

    /** As Tomcat leaves a path that it has decoded and normalized, and of visible ASCII characters alone. */
    private static final Pattern PLAIN = Pattern.compile("(?!.*//)(?!.*/\\.\\.?(/|$))[!-~&&[^%;\\\\#]]*");

    public PathPatterns {
        patterns = List.copyOf(patterns);
    }

    /** The error of a pattern, which begins with a verb; null if it has none. */
    static @Nullable String errorIn(String pattern) {
        if (!pattern.startsWith("/")) {
            return "does not begin with a slash";
        }
        String literal = pattern.endsWith("/**") ? pattern.substring(0, pattern.length() - 3) : pattern;
        for (String segment : literal.split("/", -1)) {
            if (!segment.equals("*") && (segment.contains("*") || segment.contains("?") || segment.contains("{"))) {
                return "has a wildcard other than * for one segment and /** at the end";
            }
        }
        return PLAIN.matcher(literal).matches()
                ? null
                : "has a percent-encoded character, a path parameter, dots, an empty segment or a character other than ASCII";
    }

    /**
     * Whether a path matches. Allocates nothing.
     *
     * @param path as Tomcat decoded and normalized it
     * @param from index in it at which the path within the application begins
     */
    boolean match(String path, int from) {
        for (String pattern : patterns) {
            if (matches(pattern, path, from)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(String pattern, String uri, int from) {
        int at = from;
        for (int i = 0; i < pattern.length(); i++) {
            char expected = pattern.charAt(i);
            if (expected == '/' && pattern.startsWith("/**", i)) {
                return at == uri.length() || uri.charAt(at) == '/';
            }
            if (expected == '*') {
                int end = uri.indexOf('/', at);
                at = (end < 0) ? uri.length() : end;
            } else if (at < uri.length() && uri.charAt(at) == expected) {
                at++;
            } else {
                return false;
            }
        }
        return at == uri.length();
    }
}
