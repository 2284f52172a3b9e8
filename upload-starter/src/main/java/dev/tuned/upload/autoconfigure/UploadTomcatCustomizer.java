/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;
import org.springframework.util.unit.DataSize;

/** Tells Tomcat to ask for a body only once somebody reads it, and how much of the socket to read at once. */
final class UploadTomcatCustomizer implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, Ordered {

    private final @Nullable DataSize readBuffer;

    UploadTomcatCustomizer(UploadProperties.Tomcat properties) {
        this.readBuffer = properties.readBuffer();
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        factory.addConnectorCustomizers(this::customize);
    }

    private void customize(Connector connector) {
        if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
            // Tomcat's own default sends 100 Continue before any filter could refuse the upload.
            http.setContinueResponseTiming("onRead");
        }
        if (readBuffer != null) {
            connector.setProperty("socket.appReadBufSize", Long.toString(readBuffer.toBytes()));
        }
    }

    /** First, so that the application's own customizers win. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
