/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import org.apache.catalina.Valve;
import org.apache.catalina.valves.SemaphoreValve;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import dev.tuned.threads.support.RawHttp;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** Permits of requests that are handled asynchronously or fail, on a real Tomcat, over plain sockets. */
class RequestLimitAsyncTests {

    private static LimitedApp server;

    @BeforeAll
    static void start() {
        server = LimitedApp.start(Valves.class, "tuned.threads.web.max-concurrency=1");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void thePermitIsBack() {
        server.awaitAllPermitsBack();
        assertThat(RawHttp.get(server.app(), "/kind")).startsWith("HTTP/1.1 200 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"deferred", "callable", "future", "stream", "sse", "servlet", "again"})
    void anAsynchronousRequestHasItsPermitUntilItIsComplete(String kind) {
        try (RawHttp connection = hold("/async/" + kind)) {
            server.awaitAsync(1);
            assertThat(server.bound().active()).isEqualTo(1);
            assertThat(RawHttp.get(server.app(), "/kind")).startsWith("HTTP/1.1 503 ");
            server.endpoints().end(null);
            assertThat(connection.readAll()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void tomcatsOwnValveGivesThePermitBackWhileTheRequestIsStillHandled() {
        SemaphoreValve tomcats = server.app().context.getBean(SemaphoreValve.class);
        try (RawHttp connection = hold("/async/deferred")) {
            server.awaitAsync(1);
            LimitedApp.soon().until(() -> tomcats.getState().isAvailable() && permits(tomcats) == 1);
            assertThat(server.bound().active()).isEqualTo(1);
            server.endpoints().end(null);
            connection.readAll();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"deferred", "callable", "future", "stream", "sse", "servlet", "again"})
    void anAsynchronousRequestThatFailsGivesItsPermitBack(String kind) {
        try (RawHttp connection = hold("/async/" + kind)) {
            server.endpoints().end(new NoSuchMethodError("as the test wants"));
            connection.readAll();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"deferred", "callable", "future", "stream", "sse", "servlet", "again"})
    void anAsynchronousRequestWhoseClientHasGoneGivesItsPermitBack(String kind) {
        try (RawHttp connection = hold("/async/" + kind)) {
            server.awaitAsync(1);
            connection.abort();
            server.endpoints().end(null);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/async/deferred?timeout=1", "/async/servlet?timeout=1"})
    void anAsynchronousRequestThatTimesOutGivesItsPermitBack(String path) {
        assertThat(RawHttp.get(server.app(), path)).containsPattern("^HTTP/1.1 50[03] ");
        server.endpoints().end(null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/fails", "/fails-with-error", "/fails-with-error-of-the-machine"})
    void aRequestThatFailsGivesItsPermitBack(String path) {
        assertThat(RawHttp.get(server.app(), path)).startsWith("HTTP/1.1 500 ");
    }

    @Test
    void anUpgradedConnectionHoldsNoPermit() {
        try (RawHttp connection = RawHttp.connect(server.app())) {
            connection.send("GET /upgrade HTTP/1.1\r\nHost: test\r\nConnection: upgrade\r\nUpgrade: test\r\n\r\n");
            assertThat(connection.readHead()).startsWith("HTTP/1.1 101 ");
            thePermitIsBack();
        }
    }

    private static RawHttp hold(String path) {
        server.endpoints().arrived.drainPermits();
        RawHttp connection = RawHttp.connect(server.app());
        connection.send("GET " + path + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
        LimitedApp.soon().until(() -> server.endpoints().arrived.tryAcquire());
        return connection;
    }

    private static int permits(SemaphoreValve valve) {
        return ((CountingSemaphoreValve) valve).available();
    }

    /** Tells how many permits are free. */
    static final class CountingSemaphoreValve extends SemaphoreValve {

        int available() {
            return semaphore.availablePermits();
        }
    }

    /** Has Tomcat's own bound behind ours. */
    @Configuration(proxyBeanMethods = false)
    @Import({WebApp.App.class, AsyncEndpoints.class})
    static class Valves {

        @Bean
        CountingSemaphoreValve tomcats() {
            CountingSemaphoreValve valve = new CountingSemaphoreValve();
            valve.setConcurrency(1);
            return valve;
        }

        @Bean
        WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> tomcatsCustomizer(Valve tomcats) {
            return factory -> factory.addEngineValves(tomcats);
        }
    }
}
