/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

import dev.tuned.threads.limit.ConcurrencyLimitValve;

/** Puts the bound on the application's Tomcat, not on that of a management server with a port of its own. */
final class WebBoundCustomizer implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, Ordered {

    private final ConcurrencyLimitValve valve;

    WebBoundCustomizer(ConcurrencyLimitValve valve) {
        this.valve = valve;
    }

    @Override
    public int getOrder() {
        return TomcatThreadsCustomizer.ORDER;
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        factory.addEngineValves(this.valve);
    }
}
