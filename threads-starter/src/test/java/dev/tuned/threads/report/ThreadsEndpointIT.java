/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.report;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.json.JsonParserFactory;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

/** The endpoint over HTTP. */
class ThreadsEndpointIT {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=tunedthreads";

    @Test
    void showsWhatEachTargetRequestedAndGot() {
        try (WebApp app = WebApp.start(
                WebApp.WholeApp.class,
                EXPOSED,
                "tuned.threads.async.mode=platform",
                "tuned.threads.async.max-concurrency=3")) {
            assertThat(part(app, "web"))
                    .containsExactly(Map.entry("requested", "boot"), Map.entry("effective", "platform"));
            assertThat(part(app, "async"))
                    .containsExactly(
                            Map.entry("requested", "platform"), Map.entry("effective", "platform, at most 3 tasks"));
            assertThat(part(app, "scheduling"))
                    .containsExactly(Map.entry("requested", "boot"), Map.entry("effective", "not enabled"));
        }
    }

    @Test
    void showsTheWhole() {
        try (WebApp app = WebApp.start(WebApp.WholeApp.class, EXPOSED)) {
            Map<String, Object> report = read(app);
            assertThat(report).extractingByKey("summary", STRING).startsWith("web as Spring Boot (");
            assertThat(report)
                    .extractingByKey("parts", MAP)
                    .containsOnlyKeys("web", "concurrencyLimit", "async", "scheduling", "sendfile");
        }
    }

    @Test
    void showsThePoolThatMayGrow() {
        try (WebApp app = WebApp.start(
                WebApp.WholeApp.class,
                EXPOSED,
                "tuned.threads.web.mode=auto",
                "tuned.threads.web.auto.max-concurrency=700")) {
            assertThat(part(app, "web"))
                    .containsExactly(
                            Map.entry("requested", "auto"),
                            Map.entry("effective", "platform"),
                            Map.entry("limit", 200),
                            Map.entry("maxConcurrency", 700),
                            Map.entry("trialsGoOn", true),
                            Map.entry("trials", List.of()));
        }
    }

    @Test
    void showsWhyAPoolDoesNotGrow() {
        try (WebApp app = WebApp.start(
                WebApp.WholeApp.class, EXPOSED, "tuned.threads.web.mode=auto", "server.tomcat.threads.max=50")) {
            assertThat(part(app, "web"))
                    .containsEntry("limit", 50)
                    .containsEntry("trialsGoOn", false)
                    .containsEntry("obstacle", "server.tomcat.threads.max");
        }
    }

    /** In every mode, since a request that has nothing to do is no error. */
    @ParameterizedTest
    @CsvSource({
        "auto, unrestricted, 204",
        "boot, unrestricted, 204",
        "auto, read-only, 405",
        "auto, , 405",
        "boot, , 405"
    })
    void trialsAreAllowedAgainOnlyWithAccess(String mode, String access, int status) throws Exception {
        try (WebApp app = WebApp.start(
                WebApp.WholeApp.class,
                EXPOSED,
                "tuned.threads.web.mode=" + mode,
                (access != null) ? "management.endpoint.tunedthreads.access=" + access : "none=")) {
            URI uri =
                    URI.create("http://127.0.0.1:" + app.context.getWebServer().getPort() + "/actuator/tunedthreads");
            assertThat(HttpClient.newHttpClient()
                            .send(HttpRequest.newBuilder(uri).DELETE().build(), BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(status);
        }
    }

    private static Map<String, Object> read(WebApp app) {
        return JsonParserFactory.getJsonParser().parseMap(app.get("/actuator/tunedthreads"));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> part(WebApp app, String name) {
        return ((Map<String, Map<String, Object>>) read(app).get("parts")).get(name);
    }
}
