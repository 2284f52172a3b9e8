/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import jakarta.servlet.MultipartConfigElement;
import org.apache.catalina.connector.Connector;

import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.multipart.ParserLimits;

/**
 * Limits that Tomcat's request has, but keeps private: those of its connector, unless a valve sets others.
 *
 * @param maxParameters parameters and parts of a request, negative for no limit
 * @param maxParts parts of a body, negative for no limit
 * @param maxPartHeaderSize bytes of one part's headers
 */
record TomcatLimits(int maxParameters, int maxParts, int maxPartHeaderSize) {

    static TomcatLimits of(Connector connector) {
        return new TomcatLimits(
                connector.getMaxParameterCount(), connector.getMaxPartCount(), connector.getMaxPartHeaderSize());
    }

    /**
     * Bounds of a body.
     *
     * @param maxTextSize bytes of all fields together
     * @param parameters that the request has before its body is read: parts count as parameters, too
     */
    ParserLimits forBody(MultipartConfigElement config, UploadContext uploads, int maxTextSize, int parameters) {
        int left = maxParameters - parameters;
        Limit parts = (maxParameters < 0 || (maxParts >= 0 && maxParts <= left))
                ? new Limit(maxParts, "server.tomcat.max-part-count")
                : new Limit(Math.max(0, left), "server.tomcat.max-parameter-count");
        return new ParserLimits(
                uploads.limit(config, config.getMaxFileSize(), "spring.servlet.multipart.max-file-size"),
                uploads.limit(config, config.getMaxRequestSize(), "spring.servlet.multipart.max-request-size"),
                new Limit(maxTextSize, "server.tomcat.max-http-form-post-size"),
                parts,
                uploads.settings().maxFiles(),
                uploads.settings().maxFields(),
                new Limit(maxPartHeaderSize, "server.tomcat.max-part-header-size"));
    }
}
