/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.tuned.threads.support.RawHttp;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** Answers to rejected requests, with all permits taken: on a real Tomcat, over plain sockets. */
class RequestLimitTests {

    private static LimitedApp server;

    private List<CompletableFuture<String>> held = List.of();

    @BeforeAll
    static void start() {
        server = LimitedApp.start(
                WebApp.WholeApp.class, "tuned.threads.web.max-concurrency=2", "server.servlet.context-path=/shop");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void takeAllPermits() {
        server.app().gate().close();
        held = List.of(server.app().getLater("/shop/gate"), server.app().getLater("/shop/gate"));
        server.awaitHeld(2);
    }

    @AfterEach
    void giveThemBack() {
        server.app().gate().open();
        assertThat(held)
                .allSatisfy(answer ->
                        assertThat(answer).succeedsWithin(Duration.ofMinutes(1)).isEqualTo("through"));
        server.awaitAllPermitsBack();
        assertThat(get("/shop/kind")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void oneRequestTooManyIsToldToComeAgain() {
        long before = server.bound().rejected();
        assertThat(get("/shop/kind"))
                .startsWith("HTTP/1.1 503 ")
                .contains("\r\nRetry-After: 1\r\n", "\r\nContent-Length: 0\r\n")
                .endsWith("\r\n\r\n");
        assertThat(server.bound().rejected()).isEqualTo(before + 1);
    }

    @Test
    void headIsAnsweredLikeGet() {
        try (RawHttp connection = RawHttp.connect(server.app())) {
            connection.send("HEAD /shop/kind HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
            assertThat(connection.readAll()).startsWith("HTTP/1.1 503 ").contains("\r\nRetry-After: 1\r\n");
        }
    }

    @Test
    void anUploadIsAnsweredBeforeItIsSent() {
        try (RawHttp connection = RawHttp.connect(server.app())) {
            connection.send("POST /shop/kind HTTP/1.1\r\nHost: test\r\nContent-Length: 104857600\r\n\r\nbegin");
            assertThat(connection.readHead()).startsWith("HTTP/1.1 503 ").contains("\r\nConnection: close\r\n");
        }
    }

    @Test
    void whoAsksBeforeItSendsABodyIsToldNo() {
        try (RawHttp connection = RawHttp.connect(server.app())) {
            connection.send(
                    "POST /shop/kind HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n" + "Expect: 100-continue\r\n\r\n");
            assertThat(connection.readAll()).startsWith("HTTP/1.1 503 ").doesNotContain("100");
        }
    }

    /** 404 is the answer of the application behind the bound, in which none of these paths exists. */
    @Test
    void healthIsNotBoundedAndNoSpellingOfAnythingElseEscapes() {
        assertThat("""
                /shop/actuator/health                 200
                /shop/actuator/health?x=1             200
                /shop/actuator/health/unknown         404
                /shop/livez                           503
                /shop/kind                            503
                /shop/unknown                         503
                /actuator/health                      503
                /shop/actuator/health/../../kind      503
                /shop/actuator/health/%2e%2e/kind     503
                /shop/actuator/health/..;/..;/kind    503
                /shop/kind/..;/actuator/health        503
                /shop/kind/%2e%2e/actuator/health     503
                /shop/kind/../actuator/health         503
                /shop/actuator/health;x=1             503
                /shop/actuator/%68ealth               503
                /shop/actuator//health                503
                //shop/actuator/health                503
                /shop/./actuator/health               503
                /shop/x/../actuator/health            503""".lines()).allSatisfy(row -> {
            String[] pathAndStatus = row.strip().split(" +");
            assertThat(get(pathAndStatus[0])).startsWith("HTTP/1.1 " + pathAndStatus[1] + " ");
        });
    }

    private static String get(String path) {
        return RawHttp.get(server.app(), path);
    }
}
