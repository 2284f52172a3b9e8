/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.util.ArrayList;
import java.util.List;

import org.apache.catalina.Context;
import org.apache.catalina.Engine;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.ProtocolHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;

/** Remembers the web application's context, which leads to all connectors, also to those that a customizer does not see. */
final class SendfileConnectors {

    private volatile @Nullable Context context;

    void remember(ConfigurableTomcatWebServerFactory factory) {
        factory.addContextCustomizers(created -> this.context = created);
    }

    /** Empty before the web server is there. */
    List<ProtocolHandler> protocols() {
        Context current = this.context;
        if (current == null || !(current.getParent().getParent() instanceof Engine engine)) {
            return List.of();
        }
        List<ProtocolHandler> protocols = new ArrayList<>();
        for (Connector connector : engine.getService().findConnectors()) {
            protocols.add(connector.getProtocolHandler());
        }
        return protocols;
    }
}
