/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.BufferedReader;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.ServerHttpObservationFilter;

/**
 * A request to look for its handler with: attributes set on it stay in it, and parameters are those of the query string.
 * Remembers whether more was wanted.
 */
final class LookupRequest extends HttpServletRequestWrapper {

    /** Keeps Spring from logging the handler, which it does again when it dispatches. */
    private static final String SUPPRESS_LOGGING =
            "org.springframework.web.servlet.handler.AbstractHandlerMapping.SUPPRESS_LOGGING";

    private final Map<String, Object> attributes = new HashMap<>();

    private final Map<String, String[]> parameters;

    private boolean bodyWanted;

    LookupRequest(HttpServletRequest request) {
        super(request);
        this.parameters = QueryParameters.of(request);
        Enumeration<String> names = request.getAttributeNames();
        while (names.hasMoreElements()) {
            String name = names.nextElement();
            attributes.put(name, request.getAttribute(name));
        }
        attributes.put(SUPPRESS_LOGGING, true);
        // Mappings tell it the path they found.
        attributes.remove(ServerHttpObservationFilter.CURRENT_OBSERVATION_CONTEXT_ATTRIBUTE);
    }

    /** Whether something was asked for that may be in the body. */
    boolean isBodyWanted() {
        return bodyWanted;
    }

    void bodyWanted(boolean wanted) {
        bodyWanted = wanted;
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterValues(name);
        return (values == null) ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = parameters.get(name);
        bodyWanted |= (values == null);
        return values;
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        bodyWanted = true;
        return parameters;
    }

    @Override
    public Enumeration<String> getParameterNames() {
        bodyWanted = true;
        return Collections.enumeration(parameters.keySet());
    }

    @Override
    public Collection<Part> getParts() {
        bodyWanted = true;
        return List.of();
    }

    @Override
    public @Nullable Part getPart(String name) {
        bodyWanted = true;
        return null;
    }

    @Override
    public ServletInputStream getInputStream() {
        bodyWanted = true;
        throw new IllegalStateException("The body cannot be read while a handler is looked for");
    }

    @Override
    public BufferedReader getReader() {
        bodyWanted = true;
        throw new IllegalStateException("The body cannot be read while a handler is looked for");
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
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, value);
        }
    }

    @Override
    public void removeAttribute(String name) {
        attributes.remove(name);
    }

    @Override
    public AsyncContext startAsync() {
        throw new IllegalStateException("Nothing can be started while a handler is looked for");
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        throw new IllegalStateException("Nothing can be started while a handler is looked for");
    }
}
