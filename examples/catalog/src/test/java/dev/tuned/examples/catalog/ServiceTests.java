/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

class ServiceTests extends CatalogServer {

    @Test
    void helloSaysHello() {
        assertThat(get("/hello").body()).isEqualTo("hello");
    }

    @Test
    void slowTakesAsLongAsAsked() {
        assertThat(get("/slow").body()).isEqualTo("slept 50 ms");
        assertThat(get("/slow?ms=0").body()).isEqualTo("slept 0 ms");
    }

    @Test
    void pooledHoldsAConnectionForAsLongAsAsked() {
        assertThat(get("/pooled").body()).isEqualTo("held a connection for 10 ms");
        assertThat(get("/pooled?ms=0").body()).isEqualTo("held a connection for 0 ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "60001", "x", "99999999999", "1.5"})
    void slowRefusesWhatIsNoSensibleTime(String ms) {
        problem(get("/slow?ms=" + ms), 400);
        problem(get("/pooled?ms=" + ms), 400);
    }

    @Test
    void theMostRequestsBlockedAtOnceAreAMeter() {
        get("/slow?ms=1");
        assertThat(json(get("/actuator/metrics/catalog.slow.peak"))
                        .at("/measurements/0/value")
                        .asDouble())
                .isPositive();
    }

    @Test
    void filesAreServedFromTheirDirectoryOnly() {
        assertThat(get("/files/example.txt").body()).isEqualTo("an example\n");
        problem(get("/files/nothing.txt"), 404);
        for (String name : new String[] {"../application.yml", "%2e%2e/application.yml", "..%2fapplication.yml"}) {
            assertThat(send(HttpRequest.newBuilder(URI.create(uri("/files/") + name)))
                            .statusCode())
                    .as(name)
                    .isIn(400, 404);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PUT,/hello,GET",
        "DELETE,/products/1,GET",
        "GET,/products,POST",
        "GET,/orders,POST",
        "GET,/uploads,POST",
    })
    void aWrongMethodNamesTheRightOnes(String method, String path, String allowed) {
        HttpResponse<String> response = send(HttpRequest.newBuilder(uri(path)).method(method, BodyPublishers.noBody()));
        problem(response, 405);
        assertThat(response.headers().firstValue("Allow").orElse("")).contains(allowed);
    }

    @Test
    void anUnknownPathIsNotFound() {
        problem(get("/nothing"), 404);
        assertThat(get("/actuator/process").statusCode()).isEqualTo(404);
    }

    @Test
    void aBodyOfAnotherTypeIsUnsupported() {
        for (String path : new String[] {"/orders", "/products"}) {
            HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
            problem(send(request.header("Content-Type", "text/plain").POST(BodyPublishers.ofString("{}"))), 415);
        }
    }

    @Test
    void healthIsUpWithoutTheManagersPort() {
        JsonNode health = json(get("/actuator/health"));
        assertThat(health.at("/status").asString()).isEqualTo("UP");
        assertThat(health.at("/components/couchbase/status").asString()).isEqualTo("UP");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator/health",
                "/actuator/metrics",
                "/actuator/caches",
                "/actuator/info",
                "/slow",
                "/products/1"
            })
    void thePageOfAnotherServiceOnThisMachineMayRead(String path) {
        for (String origin : new String[] {"http://127.0.0.1:8081", "http://localhost:9000"}) {
            HttpResponse<String> response =
                    send(HttpRequest.newBuilder(uri(path)).header("Origin", origin));
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Access-Control-Allow-Origin"))
                    .hasValue(origin);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health", "/products/1"})
    void otherOriginsMayNot(String path) {
        for (String origin : new String[] {"http://example.com", "http://127.0.0.1.example.com:80", "null"}) {
            HttpResponse<String> response =
                    send(HttpRequest.newBuilder(uri(path)).header("Origin", origin));
            assertThat(response.statusCode()).as(origin).isEqualTo(403);
        }
    }

    @Test
    void infoNamesTheVariantAndJava() {
        JsonNode info = json(get("/actuator/info"));
        assertThat(info.path("variant").asString()).isEqualTo("test");
        assertThat(info.at("/java/version").asString()).isNotBlank();
    }

    @Test
    void commandsToTheEmbeddedCouchbaseAreAMeter() {
        double before = commands();
        for (int i = 0; i < 5; i++) {
            get("/products/1");
        }
        assertThat(commands()).isEqualTo(before + 5);
    }

    private double commands() {
        return json(get("/actuator/metrics/couchbase.commands"))
                .at("/measurements/0/value")
                .asDouble();
    }

    @Test
    void thePageNeedsNoOtherHost() {
        HttpResponse<String> page = get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
        assertThat(page.body())
                .doesNotContainPattern("https?://(?!127\\.0\\.0\\.1)\\w")
                .doesNotContain("src=", "@import", "rel=\"stylesheet");
    }
}
