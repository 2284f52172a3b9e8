/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.http.HttpServlet;
import org.apache.catalina.valves.rewrite.RewriteValve;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

import dev.tuned.threads.support.RawHttp;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** Limits of single routes, on a real Tomcat. */
@ExtendWith(OutputCaptureExtension.class)
class RouteLimitTests {

    private static final String NO_WAIT = "tuned.threads.web.max-wait=0";

    @Test
    void aRouteIsLimitedAloneAndTheRestIsNot(CapturedOutput output) {
        try (LimitedApp server = LimitedApp.start(Metered.class, NO_WAIT, "tuned.threads.web.routes[/gate/**]=1")) {
            assertThat(output).contains(", 1 route with a limit, ");
            CompletableFuture<String> held = server.hold(1).get(0);

            for (String spelling :
                    List.of("/gate", "/g%61te", "/gate;v=2", "//gate", "/x/../gate", "/gate/Q1%202026")) {
                assertThat(RawHttp.get(server.app(), spelling)).as(spelling).startsWith("HTTP/1.1 503 ");
            }
            assertThat(RawHttp.get(server.app(), "/kind")).startsWith("HTTP/1.1 200 ");
            MeterRegistry meters = server.app().context.getBean(MeterRegistry.class);
            assertThat(meters.get("tuned.threads.web.rejected")
                            .tag("route", "/gate/**")
                            .functionCounter()
                            .count())
                    .isEqualTo(6);
            assertThat(held).isNotDone();
        }
    }

    /** An application may give both to the same handler. */
    @Test
    void aSlashAtTheEndDoesNotEscapeALimit() {
        try (LimitedApp server = LimitedApp.start(
                Metered.class, NO_WAIT, "tuned.threads.web.routes[/gate]=1", "tuned.threads.web.routes[/**]=100")) {
            server.hold(1);
            assertThat(RawHttp.get(server.app(), "/gate/")).startsWith("HTTP/1.1 503 ");
            assertThat(RawHttp.get(server.app(), "/")).startsWith("HTTP/1.1 404 ");
        }
    }

    /** Tomcat invokes the engine again within the first pass. */
    @Test
    void aRewrittenRequestNeedsOnePermit() throws Exception {
        try (LimitedApp server = LimitedApp.start(
                Rewriting.class, NO_WAIT, "tuned.threads.web.max-concurrency=1", "tuned.threads.web.routes[/gate]=1")) {
            server.app().context.getBean(RewriteValve.class).setConfiguration("""
                    RewriteRule ^/old$ /kind
                    RewriteRule ^/door$ /gate""");
            assertThat(RawHttp.get(server.app(), "/old")).startsWith("HTTP/1.1 200 ");
            assertThat(RawHttp.get(server.app(), "/old")).startsWith("HTTP/1.1 200 ");
            server.hold(1);
            assertThat(RawHttp.get(server.app(), "/door")).startsWith("HTTP/1.1 503 ");
        }
    }

    @Test
    void aRouteIsNotCountedInTheLimitOfAllOthers() {
        try (LimitedApp server = LimitedApp.start(
                Metered.class, NO_WAIT, "tuned.threads.web.max-concurrency=1", "tuned.threads.web.routes[/gate]=2")) {
            server.hold(2);

            assertThat(RawHttp.get(server.app(), "/kind")).startsWith("HTTP/1.1 200 ");
            assertThat(RawHttp.get(server.app(), "/gate")).startsWith("HTTP/1.1 503 ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/gate, false",
        "/gate/**, false",
        "/*, false",
        "/**, false",
        "/orders/1/items, false",
        "/orders/*/items, false",
        "/orders/**, false",
        "/console/any/path, false",
        "/gat, true",
        "/gate/x, true",
        "/orders/1/item, true",
        "/orders/1, true",
        "/reports/**, true"
    })
    void aRouteThatNothingHasIsAWarning(String route, boolean warned, CapturedOutput output) {
        LimitedApp.start(Mapped.class, "tuned.threads.web.routes[" + route + "]=1")
                .close();

        assertThat(output.toString().contains("WARN")
                        && output.toString().contains("routes[" + route + "]: no controller"))
                .isEqualTo(warned);
    }

    @Test
    void whereMappingsDoNotSayWhatTheyHaveNothingIsSaid(CapturedOutput output) {
        LimitedApp.start(Functions.class, "tuned.threads.web.routes[/reports]=1")
                .close();

        assertThat(output).contains(", 1 route with a limit, ").doesNotContain("no controller");
    }

    @Configuration(proxyBeanMethods = false)
    @Import({WebApp.App.class, Orders.class})
    static class Mapped {

        @Bean
        ServletRegistrationBean<HttpServlet> console() {
            return new ServletRegistrationBean<>(new HttpServlet() {}, "/console/*");
        }
    }

    @RestController
    static class Orders {

        @GetMapping("/orders/{id}/items")
        String items() {
            return "none";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class Functions {

        @Bean
        RouterFunction<ServerResponse> reports() {
            return RouterFunctions.route()
                    .GET("/reports", request -> ServerResponse.ok().build())
                    .build();
        }
    }

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
    static class Rewriting {

        @Bean
        RewriteValve rewriting() {
            return new RewriteValve();
        }

        @Bean
        WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> rewritten(RewriteValve rewriting) {
            return factory -> factory.addContextCustomizers(
                    context -> context.getPipeline().addValve(rewriting));
        }
    }
}
