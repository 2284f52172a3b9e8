/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11Nio2Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http2.Http2Protocol;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import dev.tuned.threads.autoconfigure.TomcatProperties.Preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What a preset and a choice of connector make of a real Tomcat, on any Java. */
class ConnectorTunerTests {

    private static final String PLATFORM = "tuned.threads.mode=platform";

    @ParameterizedTest
    @CsvSource(textBlock = """
            none,             8192, 100,  60000, 60000, 100
            high-concurrency, 20000, 1000, 60000, 75000, -1
            low-latency,      8192, 100,  5000,  75000, -1
            static-files,     20000, 1000, 60000, 15000, -1
            """)
    void presetFillsWhatIsNotSet(
            String preset, int maxConnections, int acceptCount, int timeout, int keepAliveTimeout, int requests) {
        try (WebApp app = WebApp.start("tuned.threads.tomcat.preset=" + preset)) {
            AbstractHttp11Protocol<?> protocol = http(app);
            assertThat(Stream.of(ConnectorLimit.values()).map(limit -> limit.get(protocol)))
                    .containsExactly(maxConnections, acceptCount, timeout, keepAliveTimeout, requests);
        }
    }

    @Test
    void whatIsSetIsLeftInWhateverFormItIsWritten() {
        try (WebApp app = WebApp.start(
                "tuned.threads.tomcat.preset=high-concurrency",
                "server.tomcat.maxConnections=300",
                "server.tomcat.accept_count=7",
                "server.tomcat.max-keep-alive-requests=100")) {
            AbstractHttp11Protocol<?> protocol = http(app);
            assertThat(protocol.getMaxConnections()).isEqualTo(300);
            assertThat(protocol.getAcceptCount()).isEqualTo(7);
            assertThat(protocol.getMaxKeepAliveRequests()).isEqualTo(100);
            assertThat(limits(app))
                    .containsEntry("max-connections", Map.of("value", 300, "origin", "server.tomcat.max-connections"))
                    .containsEntry("accept-count", Map.of("value", 7, "origin", "server.tomcat.accept-count"))
                    .containsEntry("connection-timeout", Map.of("value", 60_000, "origin", "default"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SERVER_TOMCAT_MAXCONNECTIONS", "SERVER_TOMCAT_MAX_CONNECTIONS"})
    void environmentVariableCountsAsSet(String variable) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(variable, "300")));
        SetProperties set = new SetProperties(environment);
        assertThat(set.contains("server.tomcat.max-connections")).isTrue();
        assertThat(set.contains("server.tomcat.accept-count")).isFalse();
    }

    @Test
    void detailsNameThePresetAsOrigin() {
        try (WebApp app = WebApp.start("tuned.threads.tomcat.preset=low-latency")) {
            assertThat(limits(app))
                    .containsEntry(
                            "connection-timeout",
                            Map.of("value", 5_000, "origin", "tuned.threads.tomcat.preset=low-latency"))
                    .containsEntry("max-connections", Map.of("value", 8192, "origin", "default"))
                    .containsEntry("preset", "low-latency")
                    .containsEntry("connector", "Http11NioProtocol")
                    .containsEntry("tls", "off");
            assertThat(app.context.getBean(TomcatPart.class).inForce())
                    .endsWith(", preset low-latency (connection-timeout 5000, keep-alive-timeout 75000,"
                            + " max-keep-alive-requests -1)");
        }
    }

    @Test
    void presetHoldsForHttp2Too() {
        try (WebApp app = WebApp.start("tuned.threads.tomcat.preset=static-files", "server.http2.enabled=true")) {
            assertThat(app.protocol().findUpgradeProtocols())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Http2Protocol.class,
                            http2 -> assertThat(http2.getKeepAliveTimeout()).isEqualTo(15_000));
        }
    }

    @Test
    void nio2IsTakenOnPlatformThreadsWithAWarning() {
        try (WebApp app = WebApp.start(PLATFORM, "tuned.threads.tomcat.connector=nio2")) {
            assertThat(app.protocol()).isInstanceOf(Http11Nio2Protocol.class);
            assertThat(app.get("/kind")).isEqualTo("platform");
            TomcatPart part = app.context.getBean(TomcatPart.class);
            assertThat(part.inForce()).endsWith(", connector nio2");
            assertThat(part.warnings())
                    .containsExactly("tuned.threads.tomcat.connector=nio2: deprecated, Tomcat 12 has no such connector;"
                            + " remove the property");
        }
    }

    @Test
    void nio2IsRefusedOnVirtualThreads() {
        ConnectorTuner tuner = new ConnectorTuner(
                Plans.bind("tuned.threads.tomcat.connector=nio2").tomcat(),
                Plans.plan(21, "tuned.threads.web.mode=virtual").web(),
                new SetProperties(Plans.environment()),
                Long.MAX_VALUE);
        assertThatExceptionOfType(InvalidThreadsConfigurationException.class)
                .isThrownBy(() -> tuner.customize(new TomcatServletWebServerFactory()))
                .withMessage("The value 'nio2' of tuned.threads.tomcat.connector needs platform threads of its own, and"
                        + " requests run on virtual ones (tuned.threads.web.mode=virtual).")
                .extracting(InvalidThreadsConfigurationException::action)
                .isEqualTo("Remove it, because NIO2 is deprecated and gone from Tomcat 12, or set"
                        + " tuned.threads.web.mode=platform.");
    }

    @Test
    void protocolOfTheUserIsLeft() {
        TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory();
        factory.setProtocol("org.apache.coyote.ajp.AjpNioProtocol");
        new ConnectorTuner(
                        Plans.bind("tuned.threads.tomcat.connector=nio2").tomcat(),
                        Plans.plan(17).web(),
                        new SetProperties(Plans.environment()),
                        Long.MAX_VALUE)
                .customize(factory);
        assertThat(factory.getProtocol()).isEqualTo("org.apache.coyote.ajp.AjpNioProtocol");
    }

    @Test
    void nioIsTheDefaultAndSaysNothing() {
        try (WebApp app = WebApp.start(PLATFORM)) {
            assertThat(app.protocol()).isInstanceOf(Http11NioProtocol.class);
            TomcatPart part = app.context.getBean(TomcatPart.class);
            assertThat(part.inForce()).isEqualTo("Tomcat processor cache 200");
            assertThat(part.warnings()).isEmpty();
        }
    }

    @Test
    void moreConnectionsThanFilesAreWarnedOf() {
        assertThat(warnings(Preset.HIGH_CONCURRENCY, 4_096))
                .containsExactly("tuned.threads.tomcat.preset=high-concurrency: max-connections 20000 is more than the"
                        + " 4096 files that the process may open; raise that limit (ulimit -n),"
                        + " or set server.tomcat.max-connections below it");
        assertThat(warnings(Preset.HIGH_CONCURRENCY, 20_000)).isEmpty();
        assertThat(warnings(Preset.HIGH_CONCURRENCY, 4_096, "server.tomcat.max-connections=30000"))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Preset.class,
            names = {"NONE", "LOW_LATENCY"})
    void presetsWithoutMoreConnectionsNeedNoMoreFiles(Preset preset) {
        assertThat(warnings(preset, 4_096)).isEmpty();
    }

    private static List<String> warnings(Preset preset, long openFiles, String... set) {
        String property = "tuned.threads.tomcat.preset=" + preset;
        ConnectorTuner tuner = new ConnectorTuner(
                Plans.bind(property).tomcat(),
                Plans.plan(17).web(),
                new SetProperties(Plans.environment(set)),
                openFiles);
        TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory(0);
        tuner.customize(factory);
        factory.getConnectorCustomizers().forEach(customizer -> customizer.customize(new Connector()));
        return tuner.warnings();
    }

    private static AbstractHttp11Protocol<?> http(WebApp app) {
        return (AbstractHttp11Protocol<?>) app.protocol();
    }

    private static Map<String, @Nullable Object> limits(WebApp app) {
        return app.context.getBean(TomcatPart.class).details();
    }
}
