/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.mvc;

import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.filter.ServerHttpObservationFilter;

/**
 * A request by which its handler is looked up: it keeps attributes that are set to itself, and its parameters are those of the
 * query string, so that the body stays unread.
 */
final class HandlerLookupRequest extends HttpServletRequestWrapper {

    private final Map<String, Object> attributes = new HashMap<>();

    private final SingletonSupplier<Map<String, String[]>> parameters;

    HandlerLookupRequest(HttpServletRequest request, Supplier<Map<String, String[]>> queryParameters) {
        super(request);
        parameters = SingletonSupplier.of(queryParameters);
        for (String name : Collections.list(request.getAttributeNames())) {
            attributes.put(name, request.getAttribute(name));
        }
        // Mappings would write the path that they found into this context.
        attributes.remove(ServerHttpObservationFilter.CURRENT_OBSERVATION_CONTEXT_ATTRIBUTE);
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return attributes.get(name);
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        return Collections.enumeration(List.copyOf(attributes.keySet()));
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        attributes.compute(name, (any, before) -> value); // null removes it.
    }

    @Override
    public void removeAttribute(String name) {
        attributes.remove(name);
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return parameters.obtain();
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterValues(name);
        return (values == null) ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        return getParameterMap().get(name);
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameterMap().keySet());
    }
}
