/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.apache.catalina.Valve;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * Puts a valve on the engine of the application's Tomcat, not of that of a management server with a port of its own.
 *
 * @param valve the valve
 * @param getOrder where it stands among others
 */
record EngineValve(Valve valve, int getOrder)
        implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, Ordered {

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        factory.addEngineValves(this.valve);
    }
}
