/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.ProtocolHandler;
import org.apache.tomcat.util.net.AbstractEndpoint;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.springframework.util.ReflectionUtils;

/**
 * Files that are still being sent: what a client did not take at once, Tomcat's poller goes on to send after the request
 * has ended. Thread-safe.
 */
public final class Transfers {

    private static final Log logger = LogFactory.getLog(Transfers.class);

    private final SendfileConnectors connectors;

    /** @param connectors those through which requests come */
    Transfers(SendfileConnectors connectors) {
        this.connectors = connectors;
    }

    /** Number of files being sent by the poller; walks all connections. */
    public int count() {
        int count = 0;
        for (ProtocolHandler protocol : this.connectors.protocols()) {
            for (Object connection : connections(protocol)) {
                if (connection instanceof NioSocketWrapper socket && socket.getSendfileData() != null) {
                    count++;
                }
            }
        }
        return count;
    }

    /** Tomcat shows the connections of its endpoint to everyone, but the endpoint only to its own kind. */
    private static Collection<?> connections(ProtocolHandler protocol) {
        if (!(protocol instanceof AbstractProtocol<?>)) {
            return List.of();
        }
        try {
            Method getter = ReflectionUtils.findMethod(AbstractProtocol.class, "getEndpoint");
            if (getter != null) {
                ReflectionUtils.makeAccessible(getter);
                Object endpoint = ReflectionUtils.invokeMethod(getter, protocol);
                if (endpoint instanceof AbstractEndpoint<?, ?> known) {
                    return known.getConnections();
                }
            }
        } catch (RuntimeException ex) {
            logger.debug("Tomcat's endpoint cannot be reached", ex);
        }
        return List.of();
    }
}
