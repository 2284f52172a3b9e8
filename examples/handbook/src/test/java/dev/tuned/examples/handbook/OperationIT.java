/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.handbook;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.couchbase.autoconfigure.CouchbaseAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.bench.command.RedisServer;
import dev.tuned.examples.catalog.CatalogApplication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The catalogue with all four starters and a Prometheus registry: what dashboards, alert rules and pages name is there. */
@Tag("thorough")
class OperationIT {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Pattern SAMPLE = Pattern.compile("^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})? .*$");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]+)=\"");

    @TempDir
    static Path directory;

    private static ConfigurableApplicationContext context;
    private static String scrape = "";
    private static Health healthOfTheCache;

    /** Labels by metric. */
    private static final Map<String, Set<String>> PUBLISHED = new HashMap<>();

    @BeforeAll
    static void exerciseTheService() throws Exception {
        Files.write(directory.resolve("a.bin"), new byte[100_000]);
        context = new SpringApplicationBuilder(CatalogApplication.class)
                .run(
                        "--server.port=0",
                        "--spring.config.location="
                                + Pages.ROOT
                                        .resolve("examples/catalog-tuned/src/main/resources/application.yml")
                                        .toUri(),
                        "--catalog.files-dir=" + directory,
                        "--logging.file.name=" + directory.resolve("service.log"),
                        "--management.endpoints.web.exposure.include=health,prometheus",
                        "--server.tomcat.mbeanregistry.enabled=true",
                        "--management.health.redis.enabled=false",
                        "--tuned.threads.web.max-concurrency=100",
                        "--tuned.threads.web.routes[/slow]=100",
                        "--tuned.threads.web.mode=auto");
        assertThat(get("/products/1").statusCode()).isEqualTo(200);
        assertThat(get("/files/a.bin").statusCode()).isEqualTo(200);
        assertThat(get("/slow?ms=1").statusCode()).isEqualTo(200);
        String form = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\nabc\r\n--b--\r\n";
        assertThat(post("/uploads", "multipart/form-data; boundary=b", form)).isEqualTo(201);
        assertThat(post(
                        "/orders",
                        "application/json",
                        "{\"userId\":\"u\",\"items\":[{\"productId\":\"1\",\"quantity\":1}]}"))
                .isEqualTo(201);
        scrape = get("/actuator/prometheus").body();
        addPublished(scrape);
        if (RedisServer.isInstalled()) {
            String ofTheCache = exerciseANearCache();
            addPublished(ofTheCache);
            scrape += ofTheCache;
        }
        Files.writeString(Path.of("target/scrape.txt"), scrape);
    }

    /** Reads, changes and clears a cache in Redis, and returns its meters. */
    private static String exerciseANearCache() throws IOException {
        try (RedisServer redis = RedisServer.start();
                ConfigurableApplicationContext near = new SpringApplicationBuilder(Near.class)
                        .web(WebApplicationType.NONE)
                        .run(
                                "--spring.cache.type=redis",
                                "--spring.cache.cache-names=near",
                                "--spring.cache.redis.enable-statistics=true",
                                "--spring.data.redis.port=" + redis.port(),
                                "--tuned.cache.near=near")) {
            Cache cache =
                    Objects.requireNonNull(near.getBean(CacheManager.class).getCache("near"));
            // The first change of a cold process may exceed the hard time-out, which is no failure of the call.
            Awaitility.await().untilAsserted(() -> {
                cache.put("a", "1");
                assertThat(cache.get("a", String.class)).isEqualTo("1");
            });
            assertThat(cache.get("b")).isNull();
            assertThat(cache.get("c", () -> "2")).isEqualTo("2");
            cache.evict("a");
            cache.clear();
            healthOfTheCache = near.getBean("tunedCacheHealthIndicator", HealthIndicator.class)
                    .health();
            return near.getBean(PrometheusMeterRegistry.class).scrape();
        }
    }

    /** Caches in Redis, and has neither web nor Couchbase. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            exclude = {CouchbaseAutoConfiguration.class},
            excludeName = {
                "dev.tuned.examples.couchbase.LocalCouchbaseAutoConfiguration",
                "dev.tuned.examples.rig.RigAutoConfiguration"
            })
    @EnableCaching
    static class Near {}

    private static void addPublished(String meters) {
        for (String line : meters.split("\n")) {
            Matcher sample = SAMPLE.matcher(line);
            if (!line.startsWith("#") && sample.matches()) {
                Set<String> labels = PUBLISHED.computeIfAbsent(sample.group(1), name -> new HashSet<>());
                Matcher label = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
                while (label.find()) {
                    labels.add(label.group(1));
                }
            }
        }
    }

    private static void requireRedisFor(String starter) {
        assumeTrue(!starter.equals("cache") || RedisServer.isInstalled(), "skipped: needs redis-server on the PATH");
    }

    @AfterAll
    static void close() {
        if (context != null) {
            context.close();
        }
    }

    private static java.net.http.HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return CLIENT.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private static int post(String path, String type, String body) throws IOException, InterruptedException {
        return CLIENT.send(
                        HttpRequest.newBuilder(uri(path))
                                .header("Content-Type", type)
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString())
                .statusCode();
    }

    private static URI uri(String path) {
        return URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"upload", "logging", "cache", "threads"})
    void aDashboardNamesOnlyWhatIsPublished(String starter) {
        requireRedisFor(starter);
        assertPublished(expressions(dashboard(starter)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"upload", "logging", "cache", "threads"})
    void aDashboardShowsEveryMeterOfItsStarter(String starter) {
        requireRedisFor(starter);
        String all = String.join("\n", expressions(dashboard(starter)));
        Set<String> missing = PUBLISHED.keySet().stream()
                .filter(metric -> metric.startsWith("tuned_" + starter + "_"))
                // A dashboard may show a timer by its rate and its sum, its maximum, or either.
                .map(metric -> metric.replaceFirst("_(count|sum|max|bucket)$", ""))
                .filter(metric -> !all.contains(metric))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(missing)
                .as("metrics that the dashboard of %s does not show", starter)
                .isEmpty();
    }

    @Test
    void theAlertRulesNameOnlyWhatIsPublished() {
        requireRedisFor("cache");
        List<String> expressions = Pages.read("docs/alerts.yml")
                .lines()
                .filter(line -> line.strip().startsWith("expr: "))
                .map(line -> line.strip().substring("expr: ".length()))
                .toList();
        assertThat(expressions).hasSizeGreaterThan(8);
        assertPublished(expressions);
    }

    private static void assertPublished(List<String> expressions) {
        assertThat(expressions).isNotEmpty();
        for (String expression : expressions) {
            assertThat(Expressions.bare(expression))
                    .as("without braces: " + expression)
                    .isEmpty();
            for (Expressions.Use use : Expressions.uses(expression)) {
                assertThat(PUBLISHED).as(expression).containsKey(use.metric());
                if (!use.label().isEmpty()) {
                    assertThat(PUBLISHED.get(use.metric())).as(expression).contains(use.label());
                }
            }
        }
    }

    @Test
    void thePageNamesEachHealthIndicator() throws Exception {
        assertThat(get("/actuator/health").body()).contains("\"tunedLogging\"");
        assertThat(Pages.read("docs/operation.md")).contains("`tunedLogging`");
    }

    @Test
    void thePageNamesTheHealthOfANearCacheAndItsDetails() {
        requireRedisFor("cache");
        assertThat(healthOfTheCache.getStatus()).isEqualTo(Status.UP);
        assertThat(String.valueOf(healthOfTheCache.getDetails()))
                .contains("readsAllowed=true", "changesAllowed=true", "channelConnected=", "pending=");
        assertThat(Pages.read("docs/operation.md"))
                .contains("`tunedCache` UP, `readsAllowed` or `changesAllowed: false`", "`channelConnected: false`")
                .contains("`pending`");
    }

    @Test
    void requestsAreObservedAsSpringBootObservesThem() {
        assertThat(PUBLISHED.get("http_server_requests_seconds_count"))
                .contains("uri", "method", "status", "outcome", "error", "exception");
        assertThat(scrape).contains("uri=\"/uploads\"").contains("uri=\"/products/{id}\"");
    }

    private static JsonNode dashboard(String starter) {
        return JsonMapper.builder().build().readTree(Pages.read("docs/dashboards/" + starter + ".json"));
    }

    private static List<String> expressions(JsonNode node) {
        List<String> found = new ArrayList<>();
        collect(node, found);
        return found;
    }

    private static void collect(JsonNode node, List<String> found) {
        if (node.isObject() && node.has("expr")) {
            found.add(node.get("expr").asString());
        }
        node.forEach(child -> collect(child, found));
    }
}
