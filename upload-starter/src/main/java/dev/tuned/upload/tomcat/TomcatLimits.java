/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import org.apache.catalina.connector.Connector;

import dev.tuned.upload.multipart.Limit;

/**
 * Limits of one request, which the application sets by {@code server.tomcat.*}, and a valve may set otherwise.
 *
 * @param maxPostSize bytes of all fields together; negative for no limit, as all of these
 * @param maxParameterCount parameters and parts together
 * @param maxPartCount parts of a body
 * @param maxPartHeaderSize bytes of a part's headers
 */
record TomcatLimits(int maxPostSize, int maxParameterCount, int maxPartCount, int maxPartHeaderSize) {

    static TomcatLimits of(Connector connector) {
        return new TomcatLimits(
                connector.getMaxPostSize(),
                connector.getMaxParameterCount(),
                connector.getMaxPartCount(),
                connector.getMaxPartHeaderSize());
    }

    TomcatLimits withMaxParameterCount(int count) {
        return new TomcatLimits(maxPostSize, count, maxPartCount, maxPartHeaderSize);
    }

    TomcatLimits withMaxPartCount(int count) {
        return new TomcatLimits(maxPostSize, maxParameterCount, count, maxPartHeaderSize);
    }

    TomcatLimits withMaxPartHeaderSize(int size) {
        return new TomcatLimits(maxPostSize, maxParameterCount, maxPartCount, size);
    }

    Limit text() {
        return new Limit((maxPostSize < 0) ? -1 : maxPostSize, "server.tomcat.max-http-form-post-size");
    }

    Limit partHeaders() {
        return new Limit(maxPartHeaderSize, "server.tomcat.max-part-header-size");
    }

    /**
     * Parts of a body, files and fields.
     *
     * @param parameters that the request has before: parts count as parameters, too
     */
    Limit parts(int parameters) {
        return (maxParameterCount < 0 || (maxPartCount >= 0 && maxPartCount <= maxParameterCount - parameters))
                ? new Limit(maxPartCount, "server.tomcat.max-part-count")
                : new Limit(Math.max(0, maxParameterCount - parameters), "server.tomcat.max-parameter-count");
    }
}
