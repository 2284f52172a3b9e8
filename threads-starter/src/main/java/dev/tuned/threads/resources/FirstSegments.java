/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.resources;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer.Element;
import org.springframework.http.server.PathContainer.PathSegment;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * The first segments that some patterns begin with: a request with another one is meant by none of them. Thread-safe. Grows only:
 * a segment that is not used any more costs a search, and nothing is missed.
 */
final class FirstSegments {

    private final Set<String> literals = ConcurrentHashMap.newKeySet();

    private volatile boolean any;

    /** Adds a pattern, which may be one that means any request. */
    void add(String pattern) {
        String literal = literal(pattern);
        if (literal != null) {
            this.literals.add(literal);
        } else {
            this.any = true;
        }
    }

    /** Adds something that may mean any request. */
    void addAny() {
        this.any = true;
    }

    /** @param segment first segment of a request; null for none or one that is hard to tell */
    boolean mayMatch(@Nullable String segment) {
        return this.any || segment == null || this.literals.contains(segment);
    }

    /** The literal that a pattern such as {@code /files/**} begins with, empty for the root; null where there is none. */
    static @Nullable String literal(String pattern) {
        if (pattern.isEmpty()) {
            return pattern;
        }
        int end = pattern.indexOf('/', 1);
        String segment = pattern.substring(1, (end >= 0) ? end : pattern.length());
        boolean literal = pattern.charAt(0) == '/' && (segment.isEmpty() ? end < 0 : FileLocation.isPlain(segment));
        return literal ? segment : null;
    }

    /** The first segment of a request's path as patterns are compared with it; null where something else stands first. */
    static @Nullable String of(HttpServletRequest request) {
        if (!ServletRequestPathUtils.hasParsedRequestPath(request)) {
            return null;
        }
        List<Element> path = ServletRequestPathUtils.getParsedRequestPath(request)
                .pathWithinApplication()
                .elements();
        boolean usual = path.size() > 1 && !(path.get(0) instanceof PathSegment);
        return (usual && path.get(1) instanceof PathSegment segment) ? segment.valueToMatch() : null;
    }
}
