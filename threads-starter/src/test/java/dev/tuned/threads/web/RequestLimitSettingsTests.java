/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.catalina.Engine;
import org.apache.coyote.AbstractProtocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import dev.tuned.threads.RequestLimit;
import dev.tuned.threads.support.RawHttp;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The settings of the bound on requests, on a real Tomcat. */
@ExtendWith(OutputCaptureExtension.class)
class RequestLimitSettingsTests {

    @Test
    void withoutABoundThereIsNone(CapturedOutput output) {
        try (WebApp app = WebApp.start()) {
            assertThat(isLimiting(app)).isFalse();
            assertThat(output).contains("tuned threads: web").doesNotContain("at most");
        }
    }

    @Test
    void whoWaitsIsLetInWhenAPermitComesBack(CapturedOutput output) {
        try (LimitedApp server = LimitedApp.start(
                WebApp.App.class, "tuned.threads.web.max-concurrency=1", "tuned.threads.web.max-wait=1h")) {
            assertThat(isLimiting(server.app())).isTrue();
            assertThat(output).contains("at most 1 requests (FixedLimit), then wait up to 3600s, then 503");
            List<CompletableFuture<String>> held = server.hold(1);
            CompletableFuture<String> waiting = server.app().getLater("/kind");
            await().until(() -> server.bound().waiting() == 1);
            server.app().gate().open();
            assertThat(held.get(0)).succeedsWithin(Duration.ofMinutes(1)).isEqualTo("through");
            assertThat(waiting).succeedsWithin(Duration.ofMinutes(1)).isNotEqualTo("");
            server.awaitAllPermitsBack();
        }
    }

    @Test
    void whoWaitedTooLongIsRejectedAsConfiguredAndKeepsItsConnection() {
        try (LimitedApp server = LimitedApp.start(
                WebApp.App.class,
                "tuned.threads.web.max-concurrency=1",
                "tuned.threads.web.max-wait=10ms",
                "tuned.threads.web.reject-status=429",
                "tuned.threads.web.retry-after=1500ms")) {
            server.hold(1);
            try (RawHttp connection = RawHttp.connect(server.app())) {
                connection.send("POST /kind HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nsmall"
                        + "GET /kind HTTP/1.1\r\nHost: test\r\n\r\n");
                String answer = "HTTP/1.1 429 ";
                assertThat(connection.readHead())
                        .startsWith(answer)
                        .contains("\r\nRetry-After: 2\r\n")
                        .doesNotContain("Connection: close");
                assertThat(connection.readHead()).startsWith(answer);
                server.app().gate().open();
                server.awaitAllPermitsBack();
                connection.send("GET /kind HTTP/1.1\r\nHost: test\r\n\r\n");
                assertThat(connection.readHead()).startsWith("HTTP/1.1 200 ");
            }
        }
    }

    /** One request is in service, three wait: the fifth thread answers. */
    @Test
    void whoWouldWaitOnTheLastThreadOfThePoolIsRejectedAtOnceAndProbesAreAnswered() {
        try (LimitedApp server = LimitedApp.start(
                WebApp.WholeApp.class,
                "tuned.threads.web.mode=platform",
                "server.tomcat.threads.max=5",
                "tuned.threads.web.max-concurrency=1",
                "tuned.threads.web.max-wait=1h")) {
            server.hold(1);
            for (int n = 1; n <= 3; n++) {
                int waiting = n;
                server.app().getLater("/kind");
                LimitedApp.soon().until(() -> server.bound().waiting() == waiting);
            }
            for (int n = 0; n < 5; n++) {
                assertThat(RawHttp.get(server.app(), "/kind")).startsWith("HTTP/1.1 503 ");
                assertThat(RawHttp.get(server.app(), "/actuator/health")).startsWith("HTTP/1.1 200 ");
            }
            assertThat(server.bound().waiting()).isEqualTo(3);
            server.app().gate().open();
            server.awaitAllPermitsBack();
        }
    }

    @Test
    void noRetryAfterAtZeroAndExemptPathsOfTheUser() {
        try (LimitedApp server = LimitedApp.start(
                WebApp.App.class,
                "tuned.threads.web.max-concurrency=1",
                "tuned.threads.web.retry-after=0",
                "tuned.threads.web.exempt-paths=/never,/kind")) {
            server.hold(1);
            assertThat(RawHttp.get(server.app(), "/kind")).startsWith("HTTP/1.1 200 ");
            // As it is spelled alone: for the application another spelling may be another path.
            for (String spelling : List.of("/k%69nd", "/kind;v=1", "//kind", "/x/../kind", "/x/..;/kind")) {
                assertThat(RawHttp.get(server.app(), spelling)).as(spelling).startsWith("HTTP/1.1 503 ");
            }
            assertThat(RawHttp.get(server.app(), "/actuator/health"))
                    .startsWith("HTTP/1.1 503 ")
                    .doesNotContain("Retry-After");
        }
    }

    @Test
    void aLimitThatTheApplicationKeepsForItselfIsNotThatOfRequests(CapturedOutput output) {
        try (WebApp app = WebApp.start(HiddenLimit.class)) {
            assertThat(isLimiting(app)).isFalse();
            assertThat(output).contains("tuned threads: web").doesNotContain(", ,");
        }
    }

    @Test
    void aLimitOfTheApplicationBoundsWithoutAProperty(CapturedOutput output) {
        try (LimitedApp server = LimitedApp.start(OwnLimit.class)) {
            assertThat(output).contains("at most 1 requests (OwnLimitBean), then wait up to 250ms, then 503");
            server.hold(1);
            assertThat(RawHttp.get(server.app(), "/kind")).startsWith("HTTP/1.1 503 ");
        }
    }

    @Test
    void metersTellOfTheBound() {
        try (LimitedApp server = LimitedApp.start(
                Metered.class, "tuned.threads.web.max-concurrency=1", "tuned.threads.web.max-wait=0")) {
            MeterRegistry meters = server.app().context.getBean(MeterRegistry.class);
            server.hold(1);
            RawHttp.get(server.app(), "/kind");
            assertThat(meters.get("tuned.threads.web.active").gauge().value()).isEqualTo(1);
            assertThat(meters.get("tuned.threads.web.waiting").gauge().value()).isZero();
            assertThat(meters.get("tuned.threads.web.limit").gauge().value()).isEqualTo(1);
            assertThat(meters.get("tuned.threads.web.rejected")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void aBoundThatPlatformThreadsNeverReach(CapturedOutput output) {
        WebApp.start(
                        "tuned.threads.web.mode=platform",
                        "tuned.threads.web.max-concurrency=50",
                        "server.tomcat.threads.max=50")
                .close();
        assertThat(output)
                .contains("WARN")
                .contains(
                        "tuned threads: tuned.threads.web.max-concurrency=50: never reached by the 50 platform threads"
                                + " of Tomcat; requests queue before they are counted; set server.tomcat.threads.max above it");
    }

    @ParameterizedTest
    @CsvSource({"boot, 199, false", "boot, 200, true", "auto, 1000, false"})
    void aBoundThatThePoolNeverReachesByDefault(String mode, int bound, boolean warned, CapturedOutput output) {
        WebApp.start("tuned.threads.web.mode=" + mode, "tuned.threads.web.max-concurrency=" + bound)
                .close();
        assertThat(output.getOut().contains("never reached by the " + bound + " platform threads"))
                .isEqualTo(warned);
    }

    @Test
    void aBoundThatAPoolSetInCodeNeverReaches(CapturedOutput output) {
        WebApp.start(PoolOfTwenty.class, "tuned.threads.web.max-concurrency=50").close();
        assertThat(output).contains("never reached by the 20 platform threads");
    }

    @Test
    void onJettyTheLineSaysThatNothingIsBounded(CapturedOutput output) {
        WebApp.start(WebApp.JettyApp.class, "tuned.threads.web.max-concurrency=1")
                .close();
        assertThat(output).contains("requests without a limit (no embedded Tomcat)");
    }

    private static boolean isLimiting(WebApp app) {
        Engine engine =
                ((TomcatWebServer) app.context.getWebServer()).getTomcat().getEngine();
        return Stream.of(engine.getPipeline().getValves()).anyMatch(RequestLimitValve.class::isInstance);
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class OwnLimit {

        @Bean
        OwnLimitBean own() {
            return new OwnLimitBean(1);
        }
    }

    record OwnLimitBean(int current) implements RequestLimit {}

    @Configuration(proxyBeanMethods = false)
    @Import({WebApp.App.class, MetricsAutoConfiguration.class})
    static class Metered {

        @Bean
        SimpleMeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class HiddenLimit {

        @Bean(autowireCandidate = false)
        RequestLimit hiddenLimit() {
            return () -> 1;
        }
    }

    /** Sets the pool's size where no property says it. */
    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class PoolOfTwenty {

        @Bean
        WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> twentyThreads() {
            return factory -> factory.addConnectorCustomizers(
                    connector -> ((AbstractProtocol<?>) connector.getProtocolHandler()).setMaxThreads(20));
        }
    }
}
