/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.resources;

import java.lang.reflect.Method;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Spring's mapping of requests to controllers, which knows at once that no controller can be meant when none has a pattern whose
 * first segment is the request's. Spring's own asks every controller method twice before a request gets to the static resources:
 * whether all its conditions match, and whether its pattern would. Thread-safe.
 *
 * <p>A pattern that does not begin with a literal segment, such as {@code /{id}} or {@code /**}, may mean any request; with one
 * of these nothing is skipped.
 */
public final class FirstSegmentHandlerMapping extends RequestMappingHandlerMapping {

    private final FirstSegments controllers = new FirstSegments();

    @Override
    public void registerMapping(RequestMappingInfo mapping, Object handler, Method method) {
        add(mapping);
        super.registerMapping(mapping, handler, method);
    }

    @Override
    protected void registerHandlerMethod(Object handler, Method method, RequestMappingInfo mapping) {
        add(mapping);
        super.registerHandlerMethod(handler, method, mapping);
    }

    private void add(RequestMappingInfo mapping) {
        PathPatternParser parser = getPatternParser();
        if (mapping.getPathPatternsCondition() == null || parser == null || !parser.isCaseSensitive()) {
            this.controllers.addAny();
        } else {
            mapping.getPatternValues().forEach(this.controllers::add);
        }
    }

    /** Whether some controller may be meant by a request with this first segment. */
    boolean mayMatch(@Nullable String segment) {
        return this.controllers.mayMatch(segment);
    }

    @Override
    protected @Nullable HandlerMethod lookupHandlerMethod(String lookupPath, HttpServletRequest request)
            throws Exception {
        return mayMatch(FirstSegments.of(request)) ? super.lookupHandlerMethod(lookupPath, request) : null;
    }
}
