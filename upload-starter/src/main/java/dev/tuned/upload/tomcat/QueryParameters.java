/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.nio.charset.Charset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.tomcat.util.http.Parameters;

import dev.tuned.upload.stream.Charsets;

/** Reads the parameters of a query string as Tomcat does, without a trace in the request. */
final class QueryParameters {

    private QueryParameters() {}

    /** The first {@code maxCount} parameters, or all where that is negative. */
    static Map<String, String[]> of(Request request, int maxCount) {
        Connector connector = request.getConnector();
        Charset charset = connector.getUseBodyEncodingForURI()
                ? Charsets.charset(request.getCharacterEncoding(), connector.getURICharset())
                : connector.getURICharset();
        Parameters query = new Parameters();
        query.setLimit(maxCount);
        query.setQueryStringCharset(charset);
        query.setQuery(request.getCoyoteRequest().queryString());
        query.handleQueryParameters();
        Map<String, String[]> result = new LinkedHashMap<>();
        for (String name : Collections.list(query.getParameterNames())) {
            result.put(name, Objects.requireNonNull(query.getParameterValues(name)));
        }
        return result;
    }
}
