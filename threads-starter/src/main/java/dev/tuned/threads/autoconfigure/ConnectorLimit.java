/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.apache.coyote.UpgradeProtocol;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http2.Http2Protocol;

/** A limit of Tomcat's connector that a preset may fill. Times are in milliseconds, -1 is no limit. */
enum ConnectorLimit {
    MAX_CONNECTIONS("max-connections"),
    ACCEPT_COUNT("accept-count"),
    CONNECTION_TIMEOUT("connection-timeout"),
    KEEP_ALIVE_TIMEOUT("keep-alive-timeout"),
    MAX_KEEP_ALIVE_REQUESTS("max-keep-alive-requests");

    private static final String PREFIX = "server.tomcat.";

    private final String label;

    ConnectorLimit(String label) {
        this.label = label;
    }

    /** Short name, such as {@code max-connections}. */
    String label() {
        return this.label;
    }

    /** Spring Boot's property for it. */
    String property() {
        return PREFIX + this.label;
    }

    int get(AbstractHttp11Protocol<?> protocol) {
        return switch (this) {
            case MAX_CONNECTIONS -> protocol.getMaxConnections();
            case ACCEPT_COUNT -> protocol.getAcceptCount();
            case CONNECTION_TIMEOUT -> protocol.getConnectionTimeout();
            case KEEP_ALIVE_TIMEOUT -> protocol.getKeepAliveTimeout();
            case MAX_KEEP_ALIVE_REQUESTS -> protocol.getMaxKeepAliveRequests();
        };
    }

    void set(AbstractHttp11Protocol<?> protocol, int value) {
        switch (this) {
            case MAX_CONNECTIONS -> protocol.setMaxConnections(value);
            case ACCEPT_COUNT -> protocol.setAcceptCount(value);
            case CONNECTION_TIMEOUT -> protocol.setConnectionTimeout(value);
            case KEEP_ALIVE_TIMEOUT -> setKeepAliveTimeout(protocol, value);
            case MAX_KEEP_ALIVE_REQUESTS -> protocol.setMaxKeepAliveRequests(value);
        }
    }

    /** HTTP/2 has a timeout of its own, which Boot sets to the same value. */
    private static void setKeepAliveTimeout(AbstractHttp11Protocol<?> protocol, int millis) {
        protocol.setKeepAliveTimeout(millis);
        for (UpgradeProtocol upgrade : protocol.findUpgradeProtocols()) {
            if (upgrade instanceof Http2Protocol http2) {
                http2.setKeepAliveTimeout(millis);
            }
        }
    }
}
