/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

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
    @ValueSource(strings = {"-1", "60001", "x", "99999999999", "1.5", "%zz"})
    void slowRefusesWhatIsNoSensibleTime(String ms) {
        problem(rawGet("/slow?ms=" + ms), 400);
        problem(rawGet("/pooled?ms=" + ms), 400);
    }

    @Test
    void filesAreServedFromTheirDirectoryOnly() {
        assertThat(get("/files/example.txt").statusCode()).isEqualTo(200);
        for (String name : new String[] {
            "nothing.txt",
            "",
            "../uploads",
            "%2e%2e/uploads",
            "..%2fuploads",
            "..%5cuploads",
            "/etc/passwd",
            "%252e%252e/x"
        }) {
            HttpResponse<String> response = rawGet("/files/" + name);
            assertThat(response.statusCode()).as(name).isIn(400, 404);
            problem(response, response.statusCode());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PUT,/hello,GET",
        "DELETE,/products/1,GET",
        "PATCH,/products/1,PUT",
        "GET,/products,POST",
        "GET,/orders,POST",
        "GET,/uploads,POST",
        "GET,/uploads/stream,POST",
        "POST,/files/example.txt,GET",
        "POST,/actuator/health,GET"
    })
    void aWrongMethodIsToldTheRightOnes(String method, String path, String allowed) {
        HttpResponse<String> response = send(HttpRequest.newBuilder(uri(path)).method(method, BodyPublishers.noBody()));
        problem(response, 405);
        assertThat(response.headers().firstValue("Allow").orElse("")).contains(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nothing", "/orders/1", "/actuator/nothing", "/error", "/products/1/"})
    void anUnknownPathIsNotFoundWhateverTheClientAccepts(String path) {
        for (String accept : new String[] {"*/*", "text/html", "image/png", "nonsense"}) {
            problem(send(HttpRequest.newBuilder(uri(path)).header("Accept", accept)), 404);
        }
    }

    @Test
    void anEndpointThatFindsNothingSendsAProblemDetail() {
        problem(get("/actuator/metrics/nothing"), 404);
        problem(get("/actuator/caches/nothing"), 404);
    }

    @Test
    void anAnswerThatTheClientCannotTakeIsNotAcceptable() {
        problem(send(HttpRequest.newBuilder(uri("/products/1")).header("Accept", "image/png")), 406);
        problem(send(HttpRequest.newBuilder(uri("/products/1")).header("Accept", "nonsense")), 406);
    }

    @Test
    void aBodyOfAnotherTypeIsUnsupported() {
        for (String path : new String[] {"/orders", "/products"}) {
            HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
            problem(send(request.header("Content-Type", "text/plain").POST(BodyPublishers.ofString("{}"))), 415);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a[b", "/a%zz", "/products/a%2Fb", "/products/%00"})
    void whatTomcatRefusesBeforeAnyServletIsAProblemDetailToo(String path) {
        problem(rawGet(path), 400);
    }

    @Test
    void healthIsUpWithoutTheManagersPort() {
        JsonNode health = json(get("/actuator/health"));
        assertThat(health.at("/status").asString()).isEqualTo("UP");
        assertThat(health.at("/components/couchbase/status").asString()).isEqualTo("UP");
    }

    @Test
    void theProcessTellsWhatItUsed() {
        JsonNode usage = json(get("/actuator/process"));
        for (String counter : new String[] {"pid", "cpuNanos", "allocatedBytes", "rssBytes"}) {
            assertThat(usage.path(counter).asLong()).as(counter).isPositive();
        }
        assertThat(usage.has("writtenBytes")).isTrue();
        assertThat(usage.path("java").asString()).isNotBlank();
    }

    @Test
    void inForceShowsWhatIsRunning() {
        JsonNode facts = json(get("/in-force"));
        assertThat(facts.path("variant").asString()).isNotBlank();
        assertThat(facts.at("/thread/kind").asString()).isIn("platform", "virtual");
        assertThat(facts.at("/multipart/maxRequestBytes").asLong()).isEqualTo(100L << 20);
        assertThat(facts.path("logging").isArray()).isTrue();
        assertThat(facts.path("caches").isArray()).isTrue();
        assertThat(facts.path("stages").isArray()).isTrue();
        assertThat(get("/actuator/caches").statusCode()).isEqualTo(200);
    }

    @Test
    void thePageNeedsNoOtherHost() {
        HttpResponse<String> page = get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
        assertThat(page.body()).contains("/in-force").doesNotContain("http:", "https:");
    }

    /** Sends a target as it stands; a client library would refuse or normalise it. */
    private HttpResponse<String> rawGet(String target) {
        try (Socket socket = new Socket(uri("/").getHost(), uri("/").getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(("GET " + target + " HTTP/1.0\r\nHost: test\r\n\r\n").getBytes(StandardCharsets.UTF_8));
            return new RawResponse(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
