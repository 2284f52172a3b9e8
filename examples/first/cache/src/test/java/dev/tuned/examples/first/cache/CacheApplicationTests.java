/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.first.cache;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class CacheApplicationTests {

    private final HttpClient client = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @Test
    void callersAtOnceShareOneCallUntilTheEntryIsEvicted() throws Exception {
        var answers =
                Stream.generate(() -> send("GET", "/products/1")).limit(32).toList();
        assertThat(answers).extracting(CompletableFuture::join).containsOnly("product 1, read 1");

        send("DELETE", "/products/1").join();
        assertThat(send("GET", "/products/1").join()).isEqualTo("product 1, read 2");
    }

    @Test
    void aValueIsLoadedWithoutAnnotations() {
        assertThat(send("GET", "/prices/abc").join()).isEqualTo("300");
    }

    private CompletableFuture<String> send(String method, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, BodyPublishers.noBody())
                .build();
        return client.sendAsync(request, BodyHandlers.ofString()).thenApply(HttpResponse::body);
    }
}
