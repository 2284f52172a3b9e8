/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.first.threads;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import dev.tuned.threads.RequestLimits;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class ThreadsApplicationTests {

    private final HttpClient client = HttpClient.newHttpClient();

    @Autowired
    private ThreadsApplication application;

    @Autowired
    private RequestLimits limits;

    @LocalServerPort
    private int port;

    @Test
    void aRequestBeyondTheLimitIsRejectedUntilTheLimitIsRaised() {
        var one = send("GET", "/reports/1");
        var two = send("GET", "/reports/2");
        // One of them has the permit; the other is rejected while nothing else happens.
        HttpResponse<String> rejected =
                one.applyToEither(two, Function.identity()).join();
        assertThat(rejected.statusCode()).isEqualTo(503);
        assertThat(rejected.headers().firstValue("Retry-After")).isPresent();

        assertThat(send("POST", "/limit/2").join().statusCode()).isEqualTo(200);
        assertThat(limits.current()).containsEntry("/reports/**", 2);

        var three = send("GET", "/reports/3");
        application.otherSystem.countDown();
        assertThat(three.join().body()).isEqualTo("report 3");
        assertThat(one.join().statusCode() + two.join().statusCode()).isEqualTo(200 + 503);
    }

    private CompletableFuture<HttpResponse<String>> send(String method, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, BodyPublishers.noBody())
                .build();
        return client.sendAsync(request, BodyHandlers.ofString());
    }
}
