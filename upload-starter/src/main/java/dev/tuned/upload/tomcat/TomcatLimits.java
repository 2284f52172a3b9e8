/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import org.apache.catalina.connector.Connector;

import dev.tuned.upload.multipart.Limit;

/**
 * Limits of a connector, which the application sets by {@code server.tomcat.*}. Safe for use by many threads.
 *
 * @param connector to ask at each request: it may be customized after this was made
 */
public record TomcatLimits(Connector connector) {

    /** Bytes of all fields together. */
    public Limit text() {
        int size = connector.getMaxPostSize();
        return new Limit((size < 0) ? -1 : size, "server.tomcat.max-http-form-post-size");
    }

    /** Bytes of a part's headers. */
    public Limit partHeaders() {
        return new Limit(connector.getMaxPartHeaderSize(), "server.tomcat.max-part-header-size");
    }

    /**
     * Parts of a body, files and fields.
     *
     * @param parameters that the query string has, where it was read first: parts count as parameters, too
     */
    public Limit parts(int parameters) {
        int parts = connector.getMaxPartCount();
        int all = connector.getMaxParameterCount();
        return (all < 0 || (parts >= 0 && parts <= all - parameters))
                ? new Limit(parts, "server.tomcat.max-part-count")
                : new Limit(Math.max(0, all - parameters), "server.tomcat.max-parameter-count");
    }
}
