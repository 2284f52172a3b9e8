/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.examples.couchbase.Samples;

import static org.assertj.core.api.Assertions.assertThat;

class ProductTests extends CatalogServer {

    @ParameterizedTest
    @ValueSource(strings = {"1", "5000", "10000"})
    void samplesAreThereAndAboutTwoKilobytes(String id) {
        HttpResponse<String> response = get("/products/" + id);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(json(response).path("id").asString()).isEqualTo(id);
        assertThat(response.body().length()).isBetween(1_700, 2_400);
    }

    @Test
    void samplesAreTheSameEverywhere() {
        assertThat(json(get("/products/42"))).isEqualTo(json(new String(Samples.json(42), StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10001", "nothing", "%20", "%C3%BC"})
    void anUnknownProductIsNotFound(String id) {
        problem(get("/products/" + id), 404);
    }

    @Test
    void anIdThatCouchbaseCannotHoldIsNotFoundAndNotWritable() {
        String id = "x".repeat(300);
        problem(get("/products/" + id), 404);
        problem(sendJson("PUT", "/products/" + id, "{}"), 400);
    }

    @Test
    void theIdIsTheOneInThePath() {
        sendJson("PUT", "/products/mine", "{\"id\":\"other\",\"name\":\"n\"}");
        assertThat(get("/products/mine").body()).isEqualTo("{\"id\":\"mine\",\"name\":\"n\"}");
    }

    @Test
    void whatIsPutIsReadNext() {
        String path = "/products/" + UUID.randomUUID();
        problem(get(path), 404);
        for (String name : new String[] {"first", "second"}) {
            assertThat(sendJson("PUT", path, "{\"name\":\"" + name + "\"}").statusCode())
                    .isEqualTo(204);
            assertThat(json(get(path)).path("name").asString()).isEqualTo(name);
        }
    }

    @Test
    void unknownPropertiesArePreserved() {
        String body = "{\"id\":\"whole\",\"name\":\"ü\",\"price\":12.50,\"tags\":[\"a\"],\"more\":{\"a\":[1,null,2.5]},"
                + "\"nothing\":null,\"big\":12345678901234567890123,\"\":true}";
        assertThat(sendJson("PUT", "/products/whole", body).statusCode()).isEqualTo(204);
        assertThat(json(get("/products/whole"))).isEqualTo(json(body));
    }

    @Test
    void absentAndNullPropertiesStayAbsent() {
        assertThat(sendJson("PUT", "/products/bare", "{\"name\":null}").statusCode())
                .isEqualTo(204);
        assertThat(get("/products/bare").body()).isEqualTo("{\"id\":\"bare\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "\"text\"",
                "5",
                "{",
                "{\"name\":{}}",
                "{\"price\":\"abc\"}",
                "{\"tags\":\"a\"}",
                "{\"stock\":99999999999}"
            })
    void whatIsNotAProductIsRefusedAndChangesNothing(String body) {
        String before = get("/products/7").body();
        problem(sendJson("PUT", "/products/7", body), 400);
        assertThat(get("/products/7").body()).isEqualTo(before);
    }

    @Test
    void postGeneratesTheId() {
        HttpResponse<String> created = sendJson("POST", "/products", "{\"id\":\"mine\",\"name\":\"n\"}");
        assertThat(created.statusCode()).isEqualTo(201);
        String id = json(created).path("id").asString();
        assertThat(id).isNotEqualTo("mine");
        assertThat(created.headers().firstValue("Location")).hasValue("/products/" + id);
        assertThat(get("/products/" + id).body()).isEqualTo(created.body());
    }
}
