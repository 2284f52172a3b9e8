/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.tomcat.TomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

import dev.tuned.threads.autoconfigure.TomcatProperties.ConnectorType;
import dev.tuned.threads.autoconfigure.TomcatProperties.Preset;

/** Chooses Tomcat's connector and fills in what the preset has and the user has not set. */
final class ConnectorTuner implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, Ordered {

    private static final String NIO2_PROTOCOL = "org.apache.coyote.http11.Http11Nio2Protocol";

    private static final String PROPERTY = "tuned.threads.tomcat.connector";

    private static final String PRESET = "tuned.threads.tomcat.preset=";

    private final TomcatProperties properties;

    private final Decision web;

    private final SetProperties set;

    private final long openFiles;

    private final Map<ConnectorLimit, Integer> filled = new EnumMap<>(ConnectorLimit.class);

    private @Nullable Connector connector;

    /**
     * @param web which kind of thread handles requests
     * @param set what the user has set
     * @param openFiles files and sockets that the process may open
     */
    ConnectorTuner(TomcatProperties properties, Decision web, SetProperties set, long openFiles) {
        this.properties = properties;
        this.web = web;
        this.set = set;
        this.openFiles = openFiles;
    }

    /** With the processor cache: right after Boot's, before an unordered one of the user's. */
    @Override
    public int getOrder() {
        return TomcatThreadsCustomizer.ORDER;
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        if (nio2()) {
            if (this.web.virtual()) {
                throw new InvalidThreadsConfigurationException(
                        PROPERTY,
                        "nio2",
                        "needs platform threads of its own, and requests run on virtual ones (%s)"
                                .formatted(this.web.reason()),
                        "Remove it, because NIO2 is deprecated and gone from Tomcat 12,"
                                + " or set tuned.threads.web.mode=platform.");
            }
            if (factory instanceof TomcatWebServerFactory tomcat
                    && tomcat.getProtocol().equals(TomcatWebServerFactory.DEFAULT_PROTOCOL)) {
                tomcat.setProtocol(NIO2_PROTOCOL);
            }
        }
        factory.addConnectorCustomizers(this::fill);
    }

    private boolean nio2() {
        return this.properties.connector() == ConnectorType.NIO2;
    }

    private void fill(Connector customized) {
        this.connector = customized;
        this.filled.clear();
        if (customized.getProtocolHandler() instanceof AbstractHttp11Protocol<?> protocol) {
            Presets.of(this.properties.preset()).forEach((limit, value) -> {
                if (!this.set.contains(limit.property())) {
                    limit.set(protocol, value);
                    this.filled.put(limit, value);
                }
            });
        }
    }

    private @Nullable AbstractHttp11Protocol<?> protocol() {
        return (this.connector != null
                        && this.connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> protocol)
                ? protocol
                : null;
    }

    /** Says which connector there is, where it is not the usual one. */
    @Nullable
    String type() {
        return (this.connector != null && NIO2_PROTOCOL.equals(this.connector.getProtocolHandlerClassName()))
                ? "connector nio2"
                : null;
    }

    /** Says what the preset has filled in; null without one. */
    @Nullable
    String preset() {
        AbstractHttp11Protocol<?> protocol = protocol();
        if (protocol == null || this.properties.preset() == Preset.NONE) {
            return null;
        }
        String values = this.filled.keySet().stream()
                .map(limit -> limit.label() + " " + limit.get(protocol))
                .collect(Collectors.joining(", "));
        return "preset " + presetName() + " (" + (values.isEmpty() ? "all set by server.tomcat" : values) + ")";
    }

    /** Says how many connectors the application has added, which Boot leaves alone and so do we; null where none. */
    @Nullable
    String leftAlone() {
        int added = (this.connector != null) ? this.connector.getService().findConnectors().length - 1 : 0;
        return (added > 0) ? added + " more connector" + ((added > 1) ? "s" : "") + " left alone" : null;
    }

    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (nio2() && this.connector != null) {
            warnings.add(PROPERTY + "=nio2: deprecated, Tomcat 12 has no such connector; remove the property");
        }
        Integer connections = this.filled.get(ConnectorLimit.MAX_CONNECTIONS);
        if (connections != null && connections > this.openFiles) {
            warnings.add(("%s%s: max-connections %d is more than the %d files that the process may open;"
                            + " raise that limit (ulimit -n), or set server.tomcat.max-connections below it")
                    .formatted(PRESET, presetName(), connections, this.openFiles));
        }
        return warnings;
    }

    Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        AbstractHttp11Protocol<?> protocol = protocol();
        if (protocol != null) {
            details.put("connector", protocol.getClass().getSimpleName());
            details.put("preset", presetName());
            for (ConnectorLimit limit : ConnectorLimit.values()) {
                details.put(limit.label(), Map.of("value", limit.get(protocol), "origin", origin(limit, protocol)));
            }
            details.put("tls", tls(protocol));
        }
        return details;
    }

    private String origin(ConnectorLimit limit, AbstractHttp11Protocol<?> protocol) {
        Integer value = this.filled.get(limit);
        if (value != null) {
            return (value == limit.get(protocol)) ? PRESET + presetName() : "application";
        }
        return this.set.contains(limit.property()) ? limit.property() : "default";
    }

    private static String tls(AbstractHttp11Protocol<?> protocol) {
        String implementation = protocol.getSslImplementationName();
        if (!protocol.isSSLEnabled()) {
            return "off";
        }
        return (implementation != null && implementation.contains("openssl")) ? "OpenSSL" : "JSSE";
    }

    private String presetName() {
        return this.properties.preset().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
