/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

import org.assertj.core.api.Assertions;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service on a real port with the embedded Couchbase. */
@SpringBootTest(classes = CatalogApplication.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
abstract class CatalogServer {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @LocalServerPort
    private int port;

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException ex) {
            throw new AssertionError(ex);
        }
    }

    HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(uri(path)));
    }

    HttpResponse<String> sendJson(String method, String path, String body) {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body)));
    }

    HttpResponse<String> upload(String path, Multipart body) {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", body.contentType())
                .POST(BodyPublishers.ofByteArray(body.bytes())));
    }

    static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    static JsonNode json(String text) {
        return JSON.readTree(text);
    }

    /** Asserts a problem detail that gives nothing of the inside away, and returns it. */
    static JsonNode problem(HttpResponse<String> response, int status) {
        Assertions.assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        Assertions.assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        Assertions.assertThat(response.body()).doesNotContain("Exception", "org.", "java.", "\tat ");
        JsonNode problem = json(response);
        Assertions.assertThat(problem.path("status").asInt()).isEqualTo(status);
        Assertions.assertThat(problem.path("title").asString()).isNotBlank();
        return problem;
    }
}
