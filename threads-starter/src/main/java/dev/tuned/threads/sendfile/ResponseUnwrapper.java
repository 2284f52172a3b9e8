/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.util.Set;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import org.apache.catalina.connector.RequestFacade;
import org.apache.catalina.connector.ResponseFacade;
import org.jspecify.annotations.Nullable;

/**
 * Finds Tomcat's own request and response behind the wrappers of filters.
 *
 * <p>A request may be wrapped at will: only attributes are set on it. A response's wrapper is a reason not to send a file
 * past it, except for those known to touch nothing but headers, URLs and redirects. Each was read in source (Spring Framework
 * 7.0.8, Spring Security 7.0.6); they are told by their exact class, because a subclass may do more.
 */
final class ResponseUnwrapper {

    static final Set<String> HARMLESS = Set.of(
            // Write headers, or save the session, when the response is flushed.
            "org.springframework.security.web.header.HeaderWriterFilter$HeaderWriterResponse",
            "org.springframework.security.web.context.HttpSessionSecurityContextRepository$SaveToSessionResponseWrapper",
            "org.springframework.session.web.http.SessionRepositoryFilter$SessionRepositoryResponseWrapper",
            // Check headers when they are set.
            "org.springframework.security.web.firewall.FirewalledResponse",
            // Rewrite URLs and redirects.
            "org.springframework.security.web.session.DisableEncodeUrlFilter$DisableEncodeUrlResponseWrapper",
            "org.springframework.web.servlet.resource.ResourceUrlEncodingFilter$ResourceUrlEncodingResponseWrapper",
            "org.springframework.web.filter.ForwardedHeaderFilter$ForwardedHeaderExtractingResponse",
            "org.springframework.web.filter.RelativeRedirectResponseWrapper");

    private ResponseUnwrapper() {}

    /** Tomcat's response, if nothing but harmless wrappers is around it. */
    static @Nullable ResponseFacade unwrap(ServletResponse response) {
        ServletResponse current = response;
        while (current instanceof ServletResponseWrapper wrapper
                && HARMLESS.contains(current.getClass().getName())) {
            current = wrapper.getResponse();
        }
        return (current.getClass() == ResponseFacade.class) ? (ResponseFacade) current : null;
    }

    /** Tomcat's request, whatever is around it. */
    static @Nullable RequestFacade unwrap(ServletRequest request) {
        ServletRequest current = request;
        while (current instanceof ServletRequestWrapper wrapper) {
            current = wrapper.getRequest();
        }
        return (current.getClass() == RequestFacade.class) ? (RequestFacade) current : null;
    }
}
