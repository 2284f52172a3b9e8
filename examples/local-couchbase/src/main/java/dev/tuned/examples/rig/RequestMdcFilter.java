/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.rig;

import java.io.IOException;
import java.util.UUID;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Puts the request's fields into the logging context for the time of the request, as the field report on logging did.
 */
final class RequestMdcFilter extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            put("requestId", UUID.randomUUID().toString());
            put("remoteHost", request.getRemoteHost());
            put("forwardedFor", request.getHeader("X-Forwarded-For"));
            put("uri", request.getRequestURI());
            put("query", request.getQueryString());
            put("userAgent", request.getHeader("User-Agent"));
            chain.doFilter(request, response);
        } finally {
            MDC.clear();
        }
    }

    /** A client's text stays on its line of the log. */
    private static void put(String name, @Nullable String value) {
        if (value != null) {
            MDC.put(name, value.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]", "_"));
        }
    }
}
