/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jetty.autoconfigure.reactive.JettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

import dev.tuned.threads.support.RawHttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.web.reactive.function.server.RequestPredicates.GET;
import static org.springframework.web.reactive.function.server.RouterFunctions.route;

/** The bound on requests of WebFlux on Tomcat, where every request is asynchronous. */
class RequestLimitReactiveTests {

    private static final String[] ARGUMENTS = {
        "--server.address=127.0.0.1", "--server.port=0", "--tuned.threads.web.max-concurrency=1"
    };

    @Test
    void aRequestHasItsPermitUntilItsPublisherIsThrough() {
        try (ReactiveWebServerApplicationContext context =
                (ReactiveWebServerApplicationContext) new SpringApplicationBuilder(App.class)
                        .web(WebApplicationType.REACTIVE)
                        .run(ARGUMENTS)) {
            RequestLimiter bound = context.getBean(RequestLimiters.class).all().get(0);
            int port = context.getWebServer().getPort();
            CompletableFuture<String> held = CompletableFuture.supplyAsync(() -> RawHttp.get(port, "/held"));
            LimitedApp.soon().until(() -> bound.active() == 1);
            assertThat(RawHttp.get(port, "/held")).startsWith("HTTP/1.1 503 ").contains("\r\nRetry-After: 1\r\n");
            context.getBean(End.class).future.complete("through");
            assertThat(held.join()).startsWith("HTTP/1.1 200 ").endsWith("through");
            LimitedApp.soon().until(() -> bound.active() == 0);
        }
    }

    @Test
    void healthProbesAreExemptBelowTheBasePath() {
        try (ReactiveWebServerApplicationContext context =
                (ReactiveWebServerApplicationContext) new SpringApplicationBuilder(App.class)
                        .web(WebApplicationType.REACTIVE)
                        .run(
                                ARGUMENTS[0],
                                ARGUMENTS[1],
                                ARGUMENTS[2],
                                "--spring.webflux.base-path=api/",
                                "--management.endpoint.health.group.live.include=ping",
                                "--management.endpoint.health.group.live.additional-path=server:/healthz")) {
            RequestLimiter bound = context.getBean(RequestLimiters.class).all().get(0);
            int port = context.getWebServer().getPort();
            CompletableFuture<String> held = CompletableFuture.supplyAsync(() -> RawHttp.get(port, "/api/held"));
            LimitedApp.soon().until(() -> bound.active() == 1);
            for (String probe : List.of("/api/actuator/health", "/api/actuator/health/live", "/api/healthz")) {
                assertThat(RawHttp.get(port, probe)).as(probe).startsWith("HTTP/1.1 200 ");
            }
            assertThat(RawHttp.get(port, "/healthz")).startsWith("HTTP/1.1 503 ");
            context.getBean(End.class).future.complete("through");
            assertThat(held.join()).startsWith("HTTP/1.1 200 ");
        }
    }

    /** Ends the request. */
    static final class End {

        final CompletableFuture<String> future = new CompletableFuture<>();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            exclude = {NettyReactiveWebServerAutoConfiguration.class, JettyReactiveWebServerAutoConfiguration.class})
    static class App {

        @Bean
        End end() {
            return new End();
        }

        @Bean
        RouterFunction<ServerResponse> held(End end) {
            return route(
                    GET("/held"), request -> ServerResponse.ok().body(Mono.fromFuture(end.future, true), String.class));
        }
    }
}
