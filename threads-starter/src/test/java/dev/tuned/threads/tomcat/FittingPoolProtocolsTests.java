/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.threads.support.AsyncApp;
import dev.tuned.threads.support.Tls;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Threads that fit the load under TLS, HTTP/2 and asynchronous requests: nothing is lost, closed or open. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "opens from Java 24 on")
class FittingPoolProtocolsTests {

    /** As many streams of one connection as Tomcat serves at once. */
    private static final int WAITING = 20;

    private static final String[] PROPERTIES = {
        "server.tomcat.threads.max=8", "tuned.threads.web.exceed-threads-max=true", "server.http2.enabled=true"
    };

    @TempDir
    private static Path directory;

    private static Tls tls;

    @BeforeAll
    static void createKey() throws Exception {
        tls = Tls.create(directory);
    }

    @ParameterizedTest
    @CsvSource({"https, HTTP_1_1", "https, HTTP_2", "http, HTTP_2"})
    void servesWhatComesClosedAndOpen(String scheme, HttpClient.Version version) throws Exception {
        String[] properties = scheme.equals("https")
                ? Stream.of(PROPERTIES, tls.properties()).flatMap(Stream::of).toArray(String[]::new)
                : PROPERTIES;
        try (WebApp app = WebApp.start(properties)) {
            Client client = new Client(tls.client(version), scheme, app);
            // The first one upgrades the connection.
            assertThat(client.send("/kind", 1))
                    .allSatisfy(answer -> assertThat(answer.join().version()).isEqualTo(version));
            for (int burst = 0; burst < 10; burst++) {
                assertThat(client.send("/kind", 90))
                        .allSatisfy(answer -> assertThat(answer.join().body()).isEqualTo("platform"));
            }
            assertThat(pool(app).status().openings()).isZero();

            List<CompletableFuture<HttpResponse<String>>> held = client.send("/gate", WAITING);
            await().until(() -> app.gate().arrived.availablePermits() == WAITING);
            assertThat(pool(app).status().threads()).isEqualTo("virtual threads");
            app.gate().open();
            assertThat(held)
                    .allSatisfy(answer -> assertThat(answer.join().body()).isEqualTo("through"));
            await().until(() -> pool(app).status().threads().equals("pool"));
            assertThat(client.send("/kind", 90))
                    .allSatisfy(answer -> assertThat(answer.join().body()).isEqualTo("platform"));
            await().until(() ->
                    pool(app).getSubmittedCount() == 0 && pool(app).running().isEmpty());
        }
    }

    /** Their dispatches run on Tomcat's executor, too. */
    @ParameterizedTest
    @ValueSource(strings = {"/async/callable", "/async/deferred", "/async/future", "/async/streaming"})
    void asynchronousRequestsAreServedClosedAndOpen(String path) throws Exception {
        try (WebApp app = WebApp.start(AsyncApp.class, PROPERTIES)) {
            Client client = new Client(tls.client(HttpClient.Version.HTTP_1_1), "http", app);
            for (int burst = 0; burst < 5; burst++) {
                assertThat(client.send(path, 90))
                        .allSatisfy(answer -> assertThat(answer.join().body()).isEqualTo("platform 42"));
            }
            assertThat(pool(app).status().openings()).isZero();

            List<CompletableFuture<HttpResponse<String>>> held = client.send("/gate", WAITING);
            await().until(() -> app.gate().arrived.availablePermits() == WAITING);
            assertThat(client.send(path, 90))
                    .allSatisfy(answer -> assertThat(answer.join().body()).isEqualTo("platform 42"));
            app.gate().open();
            assertThat(held)
                    .allSatisfy(answer -> assertThat(answer.join().body()).isEqualTo("through"));
            await().until(() -> pool(app).status().threads().equals("pool"));
            assertThat(client.send(path, 90))
                    .allSatisfy(answer -> assertThat(answer.join().body()).isEqualTo("platform 42"));
            await().until(() ->
                    pool(app).getSubmittedCount() == 0 && pool(app).running().isEmpty());
        }
    }

    /** They wait without a thread of Tomcat's. */
    @Test
    void asynchronousRequestsThatWaitDoNotOpenIt() throws Exception {
        try (WebApp app = WebApp.start(AsyncApp.class, PROPERTIES)) {
            Client client = new Client(tls.client(HttpClient.Version.HTTP_1_1), "http", app);
            List<CompletableFuture<HttpResponse<String>>> held = client.send("/async/held", 60);
            await().until(() -> AsyncApp.Answers.held.size() == 60);
            assertThat(client.send("/kind", 1))
                    .allSatisfy(answer -> assertThat(answer.join().body()).isEqualTo("platform"));
            AsyncApp.Answers.held.forEach(result -> result.setResult("released"));
            assertThat(held)
                    .allSatisfy(answer -> assertThat(answer.join().body()).isEqualTo("released"));
            assertThat(pool(app).status().openings()).isZero();
        }
    }

    private static FittingPool pool(WebApp app) {
        return (FittingPool) app.protocol().getExecutor();
    }

    private record Client(HttpClient client, String scheme, WebApp app) {

        List<CompletableFuture<HttpResponse<String>>> send(String path, int requests) {
            URI uri = URI.create("%s://127.0.0.1:%d%s"
                    .formatted(scheme, app.context.getWebServer().getPort(), path));
            return IntStream.range(0, requests)
                    .mapToObj(n -> client.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()))
                    .toList();
        }
    }
}
