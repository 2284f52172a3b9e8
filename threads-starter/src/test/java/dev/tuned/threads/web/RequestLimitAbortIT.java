/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import dev.tuned.threads.support.RawHttp;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Clients that go away. In every round as many requests come as a round has, one connection each; a fifth is let in, the
 * others wait; then all clients break their connections at once, and what they wanted goes on.
 */
class RequestLimitAbortIT {

    private static final int REQUESTS = 200;

    private static final int LIMIT = 40;

    @Test
    void permitsAreBackAfterFiveThousandRequestsAbortedWhileHandledOrWaiting() {
        assertPermitsAreBackAfter(25);
    }

    @Test
    @Tag("nightly")
    void permitsAreBackAfterAHundredThousandRequestsAbortedWhileHandledOrWaiting() {
        assertPermitsAreBackAfter(500);
    }

    private static void assertPermitsAreBackAfter(int manyRounds) {
        try (LimitedApp server = LimitedApp.start(
                App.class,
                "tuned.threads.web.max-concurrency=" + LIMIT,
                "tuned.threads.web.max-wait=10m",
                // Before Java 24 requests have the pool, whose last thread never waits for a permit.
                "server.tomcat.threads.max=" + 2 * REQUESTS,
                "server.tomcat.accept-count=1000")) {
            Rounds rounds = server.app().context.getBean(Rounds.class);
            for (int round = 0; round < manyRounds; round++) {
                rounds.begin();
                List<RawHttp> connections = send(server, round);
                LimitedApp.soon()
                        .until(() -> server.bound().active() == LIMIT
                                && server.bound().waiting() == REQUESTS - LIMIT);
                connections.forEach(RawHttp::abort);
                rounds.end();
                awaitIdle(server);
            }
            assertThat(rounds.handled.sum()).isEqualTo((long) manyRounds * REQUESTS);
            assertThat(server.bound().rejected()).isZero();
            server.hold(LIMIT);
            assertThat(server.bound().active()).isEqualTo(LIMIT);
        }
    }

    @Test
    void requestsAbortedInTheirHeadNeverTakeAPermit() {
        try (LimitedApp server = LimitedApp.start(App.class, "tuned.threads.web.max-concurrency=1")) {
            for (int i = 0; i < 1000; i++) {
                RawHttp connection = RawHttp.connect(server.app());
                connection.send("GET /held HTTP/1.1\r\nHo");
                connection.abort();
            }
            assertThat(RawHttp.get(server.app(), "/kind")).startsWith("HTTP/1.1 200 ");
            assertThat(server.bound().rejected()).isZero();
        }
    }

    private static List<RawHttp> send(LimitedApp server, int round) {
        List<RawHttp> connections = new ArrayList<>(REQUESTS);
        for (int i = 0; i < REQUESTS; i++) {
            RawHttp connection = RawHttp.connect(server.app());
            connection.send(
                    switch ((i + round) % 4) {
                        case 0 -> "GET /held HTTP/1.1\r\nHost: test\r\n\r\n";
                        case 1 -> "GET /held?async HTTP/1.1\r\nHost: test\r\n\r\n";
                        case 2 -> "GET /held?begin HTTP/1.1\r\nHost: test\r\n\r\n";
                        default -> "POST /held?body HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\nhalf";
                    });
            connections.add(connection);
        }
        return connections;
    }

    private static void awaitIdle(LimitedApp server) {
        LimitedApp.soon()
                .until(() -> server.bound().active() == 0 && server.bound().waiting() == 0);
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class App {

        @Bean
        Rounds rounds() {
            return new Rounds();
        }

        @Bean
        ServletRegistrationBean<Rounds> roundsServlet(Rounds rounds) {
            ServletRegistrationBean<Rounds> registration = new ServletRegistrationBean<>(rounds, "/held");
            registration.setAsyncSupported(true);
            return registration;
        }
    }

    /** Holds every request of a round until the round ends, in the midst of what the query says. */
    static class Rounds extends HttpServlet {

        private static final long serialVersionUID = 1L;

        final transient LongAdder handled = new LongAdder();

        private transient volatile CountDownLatch end = new CountDownLatch(1);

        void begin() {
            end = new CountDownLatch(1);
        }

        void end() {
            end.countDown();
        }

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            handled.increment();
            String kind = String.valueOf(request.getQueryString());
            switch (kind) {
                case "async" -> {
                    AsyncContext context = request.startAsync();
                    context.start(() -> {
                        awaitEnd();
                        context.complete();
                    });
                }
                case "begin" -> {
                    response.getOutputStream().print("begin");
                    response.flushBuffer();
                    awaitEnd();
                    response.getOutputStream().print("end");
                }
                case "body" -> request.getInputStream().readAllBytes();
                default -> {
                    awaitEnd();
                    response.getOutputStream().print("end");
                }
            }
        }

        private void awaitEnd() {
            try {
                end.await();
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
