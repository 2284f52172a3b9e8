/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.Map;
import java.util.TreeMap;

import dev.tuned.threads.autoconfigure.TomcatProperties.Preset;

/**
 * What the presets fill in, and why. Tomcat's and Spring Boot's own values are 8192 connections, 100 waiting to be accepted, 60 s
 * for both timeouts and 100 requests a connection.
 *
 * <p>A kept connection that is closed after 100 requests costs its client, often a proxy with a pool of them, a new one in the
 * path of a request, and with TLS a handshake. Load balancers close idle connections after 60 s by default; one that the server
 * closes first may carry a request just then, which fails. Hence no number of requests, and 75 s.
 */
final class Presets {

    private static final int UNLIMITED = -1;

    /** Room for ten thousand idle connections beside as many active ones. */
    private static final int CONNECTIONS = 20_000;

    /** A burst of connections that waits for the single acceptor; Linux cuts it to net.core.somaxconn, 4096 by default. */
    private static final int BURST = 1_000;

    private static final int LONGER_THAN_BALANCERS = 75_000;

    /** A page's files are asked for at once; after that a reader's connection only takes room. */
    private static final int READER_GONE = 15_000;

    /** Enough for a request line over a bad link; a sender that takes longer holds no connection. */
    private static final int SLOW_SENDER = 5_000;

    private Presets() {}

    static Map<ConnectorLimit, Integer> of(Preset preset) {
        Map<ConnectorLimit, Integer> values = new TreeMap<>();
        switch (preset) {
            case NONE -> {
                return values;
            }
            case HIGH_CONCURRENCY -> {
                values.put(ConnectorLimit.MAX_CONNECTIONS, CONNECTIONS);
                values.put(ConnectorLimit.ACCEPT_COUNT, BURST);
                values.put(ConnectorLimit.KEEP_ALIVE_TIMEOUT, LONGER_THAN_BALANCERS);
            }
            case LOW_LATENCY -> {
                values.put(ConnectorLimit.CONNECTION_TIMEOUT, SLOW_SENDER);
                values.put(ConnectorLimit.KEEP_ALIVE_TIMEOUT, LONGER_THAN_BALANCERS);
            }
            case STATIC_FILES -> {
                values.put(ConnectorLimit.MAX_CONNECTIONS, CONNECTIONS);
                values.put(ConnectorLimit.ACCEPT_COUNT, BURST);
                values.put(ConnectorLimit.KEEP_ALIVE_TIMEOUT, READER_GONE);
            }
        }
        values.put(ConnectorLimit.MAX_KEEP_ALIVE_REQUESTS, UNLIMITED);
        return values;
    }
}
