/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroupsPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import dev.tuned.threads.support.RawHttp;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** Where Boot answers health probes, all permits being taken, one by an asynchronous request: on a real Tomcat. */
class HealthPathsTests {

    private static final String LIVE = "management.endpoint.health.group.live.include=ping";

    private static final String LIVE_PATH = "management.endpoint.health.group.live.additional-path=";

    private static final String OWN_PORT = "management.server.port=0";

    static Stream<Arguments> places() {
        return Stream.of(
                place(App.class, List.of(LIVE), "/actuator/health /actuator/health/live", "/livez /healthz"),
                place(App.class, List.of(LIVE, LIVE_PATH + "server:/healthz"), "/healthz", "/healthz/x"),
                place(App.class, List.of(LIVE, LIVE_PATH + "server:healthz"), "/healthz", "/live"),
                place(App.class, List.of(LIVE, LIVE_PATH + "management:/healthz"), "", "/healthz"),
                place(
                        App.class,
                        List.of("management.endpoint.health.probes.add-additional-paths=true"),
                        "/livez /readyz /actuator/health/liveness",
                        "/livez/x"),
                place(
                        App.class,
                        List.of("tuned.threads.web.exempt-paths=/never", LIVE, LIVE_PATH + "server:/healthz"),
                        "/actuator/health /healthz",
                        "/actuator/info"),
                place(
                        App.class,
                        List.of(
                                "spring.mvc.servlet.path=/api",
                                "management.endpoints.web.base-path=/manage/",
                                "management.endpoints.web.path-mapping.health=state",
                                LIVE,
                                LIVE_PATH + "server:/healthz"),
                        "/api/manage/state /api/manage/state/live /api/healthz",
                        "/manage/state /healthz /api/manage/health"),
                place(
                        App.class,
                        List.of("management.endpoints.web.base-path=/", LIVE, LIVE_PATH + "server:/healthz"),
                        "/health /health/live /healthz",
                        "/info"),
                place(
                        App.class,
                        List.of(
                                "management.endpoints.web.exposure.exclude=health",
                                LIVE,
                                LIVE_PATH + "server:/healthz"),
                        "",
                        "/actuator/health /healthz"),
                place(
                        App.class,
                        List.of(OWN_PORT, LIVE, LIVE_PATH + "server:/healthz"),
                        "/healthz",
                        "/actuator/health"),
                place(
                        App.class,
                        List.of(OWN_PORT, "spring.mvc.servlet.path=/api", LIVE, LIVE_PATH + "server:/healthz"),
                        "/api/healthz",
                        "/healthz"),
                place(App.class, List.of("spring.main.lazy-initialization=true"), "/actuator/health", ""),
                place(
                        OtherMappings.class,
                        List.of(LIVE, LIVE_PATH + "server:/healthz"),
                        "/actuator/state /healthz",
                        ""));
    }

    private static Arguments place(Class<?> app, List<String> properties, String exempt, String limited) {
        return Arguments.of(app, properties, exempt, limited);
    }

    @ParameterizedTest
    @MethodSource("places")
    void probesPassAndNothingElseDoes(Class<?> app, List<String> properties, String exempt, String limited) {
        try (LimitedApp server = start(app, properties, "max-wait=0")) {
            String prefix = server.app().context.getEnvironment().getProperty("spring.mvc.servlet.path", "");
            try (RawHttp held = hold(server, "/shop" + prefix)) {
                assertThat(paths(exempt))
                        .allSatisfy(path -> assertThat(RawHttp.get(server.app(), "/shop" + path))
                                .as(path)
                                .startsWith("HTTP/1.1 200 "));
                assertThat(paths(limited + " " + prefix + "/kind"))
                        .allSatisfy(path -> assertThat(RawHttp.get(server.app(), "/shop" + path))
                                .as(path)
                                .startsWith("HTTP/1.1 503 "));
                server.endpoints().end(null);
                held.readAll();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("ownPorts")
    void aManagementServerOfItsOwnHasNoLimit(List<String> properties, String exempt) {
        try (LimitedApp server = start(App.class, properties, "max-wait=1h");
                RawHttp held = hold(server, "/shop")) {
            int port =
                    server.app().context.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
            assertThat(paths(exempt))
                    .allSatisfy(
                            path -> assertThat(RawHttp.get(port, path)).as(path).startsWith("HTTP/1.1 200 "));
            server.endpoints().end(null);
            held.readAll();
        }
    }

    static Stream<Arguments> ownPorts() {
        return Stream.of(
                Arguments.of(
                        List.of(OWN_PORT, LIVE, LIVE_PATH + "management:/healthz"), "/actuator/health/live /healthz"),
                Arguments.of(
                        List.of(
                                OWN_PORT,
                                "management.server.base-path=/admin",
                                "management.endpoints.web.base-path=/manage",
                                LIVE,
                                LIVE_PATH + "management:/healthz"),
                        "/admin/manage/health/live /admin/healthz"));
    }

    private static LimitedApp start(Class<?> app, List<String> properties, String maxWait) {
        Stream<String> common = Stream.of(
                "tuned.threads.web.max-concurrency=1",
                "tuned.threads.web." + maxWait,
                "server.servlet.context-path=/shop");
        Stream<String> address =
                properties.contains(OWN_PORT) ? Stream.of("management.server.address=127.0.0.1") : Stream.of();
        return LimitedApp.start(
                app,
                Stream.of(common, address, properties.stream())
                        .flatMap(each -> each)
                        .toArray(String[]::new));
    }

    private static RawHttp hold(LimitedApp server, String prefix) {
        RawHttp connection = RawHttp.connect(server.app());
        connection.send("GET " + prefix + "/async/deferred HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
        LimitedApp.soon().until(() -> server.endpoints().arrived.tryAcquire());
        server.awaitAsync(1);
        return connection;
    }

    private static List<String> paths(String paths) {
        return Stream.of(paths.strip().split(" +"))
                .filter(path -> !path.isEmpty())
                .toList();
    }

    @Configuration(proxyBeanMethods = false)
    @Import({WebApp.WholeApp.class, AsyncEndpoints.class})
    static class App {}

    /** Moves the endpoint, and has groups of its own class, which is no mapper of paths for other endpoints. */
    @Configuration(proxyBeanMethods = false)
    @Import(App.class)
    static class OtherMappings {

        @Bean
        PathMapper state() {
            return id -> id.toString().equals("health") ? "state" : null;
        }

        @Bean
        HealthEndpointGroupsPostProcessor ownGroups() {
            return groups -> {
                Map<String, HealthEndpointGroup> byName = groups.getNames().stream()
                        .collect(Collectors.toMap(name -> name, name -> Objects.requireNonNull(groups.get(name))));
                return HealthEndpointGroups.of(groups.getPrimary(), byName);
            };
        }
    }
}
