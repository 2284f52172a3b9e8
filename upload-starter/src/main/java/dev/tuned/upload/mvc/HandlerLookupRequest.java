/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.mvc;

import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.ServerHttpObservationFilter;

/** A request to look for its handler with: attributes set on it stay in it, and parameters are those of the query string. */
final class HandlerLookupRequest extends HttpServletRequestWrapper {

    /** Keeps Spring from logging the handler, which it does again when it dispatches. */
    private static final String SUPPRESS_LOGGING =
            "org.springframework.web.servlet.handler.AbstractHandlerMapping.SUPPRESS_LOGGING";

    private final Map<String, Object> attributes = new HashMap<>();

    /** Takes the request's stream, so that the container does not read the body for a parameter. */
    HandlerLookupRequest(HttpServletRequest request) throws IOException {
        super(request);
        request.getInputStream();
        Enumeration<String> names = request.getAttributeNames();
        while (names.hasMoreElements()) {
            String name = names.nextElement();
            attributes.put(name, request.getAttribute(name));
        }
        attributes.put(SUPPRESS_LOGGING, true);
        // Mappings set the path they found on it.
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
}
