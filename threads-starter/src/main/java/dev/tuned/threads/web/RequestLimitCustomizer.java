/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/** Puts the valve, if there are limits, on the engine of the application's Tomcat, not of that of a management server with a port of its own. */
final class EngineValve implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, Ordered {

    private final RequestLimitValve valve;

    EngineValve(RequestLimitValve valve) {
        this.valve = valve;
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        if (valve.isLimiting()) {
            factory.addEngineValves(valve);
        }
    }

    /** Before an unordered one of the user's, and after Boot's. */
    @Override
    public int getOrder() {
        return 3;
    }
}
