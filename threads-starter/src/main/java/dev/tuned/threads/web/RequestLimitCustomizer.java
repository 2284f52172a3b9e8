/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.annotation.Order;

/**
 * Adds the valve, if there are limits, to the engine of the application's Tomcat, but not to that of a management server with its
 * own port. Runs after Boot's customizers, and before an unordered one of the user's.
 */
@Order(3)
final class RequestLimitCustomizer implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {

    private final RequestLimitValve valve;

    RequestLimitCustomizer(RequestLimitValve valve) {
        this.valve = valve;
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        if (valve.isLimiting()) {
            factory.addEngineValves(valve);
        }
    }
}
