/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.apache.catalina.connector.Connector;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

import dev.tuned.upload.tomcat.LingeringCloseValve;
import dev.tuned.upload.tomcat.TomcatLimits;

/**
 * Remembers Tomcat's connector, whose limits are asked for at each upload, and adds the valve at the end of an upload. Where
 * nobody starts a Tomcat here, the limits are Tomcat's defaults.
 */
final class ConnectorLimits implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, Ordered {

    private final UploadProperties.Linger linger;

    private volatile @Nullable TomcatLimits limits;

    ConnectorLimits(UploadProperties.Linger linger) {
        this.linger = linger;
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        factory.addConnectorCustomizers(connector -> limits = new TomcatLimits(connector));
        factory.addEngineValves(new LingeringCloseValve(linger.getMaxSize().toBytes(), linger.getMaxTime()));
    }

    TomcatLimits current() {
        TomcatLimits known = limits;
        return (known != null) ? known : new TomcatLimits(new Connector());
    }

    /** First, so that the valve stands before all others. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
