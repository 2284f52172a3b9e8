/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** Streams of one connection by HTTP/2, on a real Tomcat. */
class RequestLimitHttp2Tests {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final HttpClient client = newClient();

    private LimitedApp server;

    @BeforeEach
    void start() {
        server = LimitedApp.start(WebApp.App.class, "tuned.threads.web.max-concurrency=1", "server.http2.enabled=true");
        // The first one upgrades the connection.
        assertThat(send("/kind")).succeedsWithin(LONG);
        server.awaitAllPermitsBack();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void everyStreamNeedsAPermit() {
        CompletableFuture<HttpResponse<String>> held = send("/gate");
        server.awaitHeld(1);
        assertThat(send("/kind")).succeedsWithin(LONG).satisfies(answer -> {
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
        });
        server.app().gate().open();
        assertThat(held)
                .succeedsWithin(LONG)
                .satisfies(answer -> assertThat(answer.body()).isEqualTo("through"));
        server.awaitAllPermitsBack();
    }

    @Test
    void aStreamThatTheClientResetsGivesItsPermitBack() {
        CompletableFuture<HttpResponse<String>> held = send("/gate");
        server.awaitHeld(1);
        held.cancel(true);
        server.app().gate().open();
        server.awaitAllPermitsBack();
        // By another connection: a reset that meets its answer may end the first one with a GOAWAY.
        assertThat(send(newClient(), "/kind"))
                .succeedsWithin(LONG)
                .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(200));
    }

    private static HttpClient newClient() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    }

    private CompletableFuture<HttpResponse<String>> send(String path) {
        return send(client, path);
    }

    private CompletableFuture<HttpResponse<String>> send(HttpClient by, String path) {
        int port = server.app().context.getWebServer().getPort();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        return by.sendAsync(request, BodyHandlers.ofString());
    }
}
