/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

import org.apache.catalina.connector.RequestFacade;
import org.apache.catalina.connector.ResponseFacade;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.http.MimeHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Asks Tomcat whether it would compress a response, by its own rules: what is sent by sendfile it never does.
 *
 * <p>Its rules mark the response they are asked about, so they are asked about copies.
 */
final class Compression {

    private static final List<String> REQUEST_HEADERS = List.of("TE", "Accept-Encoding", "User-Agent");

    private static final List<String> RESPONSE_HEADERS = List.of("Content-Encoding", "ETag", "Vary");

    private final SendfileConnectors connectors;

    Compression(SendfileConnectors connectors) {
        this.connectors = connectors;
    }

    /** Whether a connector compresses it; with several connectors, whether one of them would. */
    boolean applies(RequestFacade request, ResponseFacade response, @Nullable String contentType, long length) {
        boolean applies = false;
        for (Object protocol : this.connectors.protocols()) {
            if (protocol instanceof AbstractHttp11Protocol<?> http && !"off".equals(http.getCompression())) {
                applies |= applies(http, request, response, contentType, length);
            }
        }
        return applies;
    }

    private static boolean applies(
            AbstractHttp11Protocol<?> protocol,
            RequestFacade request,
            ResponseFacade response,
            @Nullable String contentType,
            long length) {
        Request requestCopy = new Request();
        for (String name : REQUEST_HEADERS) {
            for (Enumeration<String> values = request.getHeaders(name); values.hasMoreElements(); ) {
                requestCopy.getMimeHeaders().addValue(name).setString(values.nextElement());
            }
        }
        Response responseCopy = new Response();
        MimeHeaders headers = responseCopy.getMimeHeaders();
        for (String name : RESPONSE_HEADERS) {
            response.getHeaders(name).forEach(value -> headers.addValue(name).setString(value));
        }
        responseCopy.setContentType(contentType);
        responseCopy.setContentLength(length);
        boolean applies = protocol.useCompression(requestCopy, responseCopy);
        List<String> vary = Collections.list(headers.values("Vary"));
        if (!applies && !vary.equals(List.copyOf(response.getHeaders("Vary")))) {
            // Other clients get this resource compressed; a cache in between has to know. In Tomcat's own letter case.
            response.setHeader("vary", vary.get(0));
            vary.subList(1, vary.size()).forEach(value -> response.addHeader("vary", value));
        }
        return applies;
    }
}
