/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Spring Boot's caches endpoint and cache meters, over HTTP. */
class CachesEndpointIT {

    private static ConfigurableApplicationContext context;
    private static HttpClient client;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableCaching
    static class Application {

        @Bean
        Names names() {
            return new Names();
        }

        @Bean
        NearCache<Product> products(NearCacheManager manager) {
            return manager.nearCache("products", Product.class);
        }
    }

    static class Names {

        @Cacheable("names")
        public String find(String id) {
            return "name " + id;
        }
    }

    @BeforeAll
    static void start() {
        client = HttpClient.newBuilder().connectTimeout(Duration.ofMinutes(1)).build();
        context = SpringApplication.run(
                Application.class,
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--management.endpoints.web.exposure.include=caches,metrics");
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    private static HttpResponse<String> call(String method, String path) throws IOException, InterruptedException {
        String address = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + "/actuator/";
        return client.send(
                HttpRequest.newBuilder(URI.create(address + path))
                        .timeout(Duration.ofMinutes(1))
                        .method(method, BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }

    private static JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = call("GET", path);
        assertThat(response.statusCode()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }

    @Test
    void listsTheRegionsOfAnnotationsAndTypedAccessOnceUsed() throws Exception {
        context.getBean(NearCacheManager.class).getCache("products");
        assertThat(get("caches").at("/cacheManagers/cacheManager/caches").propertyNames())
                .contains("names", "products");
    }

    @Test
    void showsOneRegion() throws Exception {
        context.getBean(NearCacheManager.class).getCache("products");
        JsonNode region = get("caches/products");
        assertThat(region.at("/name").asString()).isEqualTo("products");
        assertThat(region.at("/cacheManager").asString()).isEqualTo("cacheManager");
        assertThat(region.at("/target").asString()).contains("caffeine");
    }

    @Test
    void clearsOneRegionOrAll() throws Exception {
        NearCacheManager manager = context.getBean(NearCacheManager.class);
        manager.getCache("products").put("1", new Product("1", 1));
        manager.getCache("names").put("1", "one");
        assertThat(call("DELETE", "caches/products").statusCode()).isEqualTo(204);
        assertThat(manager.getCache("products").get("1")).isNull();
        assertThat(manager.getCache("names").get("1")).isNotNull();
        assertThat(call("DELETE", "caches").statusCode()).isEqualTo(204);
        assertThat(manager.getCache("names").get("1")).isNull();
    }

    @Test
    void unknownRegionIsNotFoundAndNotOpened() throws Exception {
        assertThat(call("GET", "caches/unknown").statusCode()).isEqualTo(404);
        assertThat(call("DELETE", "caches/unknown").statusCode()).isEqualTo(404);
        assertThat(context.getBean(NearCacheManager.class).getCacheNames()).doesNotContain("unknown");
    }

    @Test
    void bootsMetersCountTheReadsOfARegion() throws Exception {
        context.getBean(NearCacheManager.class).getCache("names");
        String hits = "metrics/cache.gets?tag=cache:names&tag=result:hit";
        double before = get(hits).at("/measurements/0/value").asDouble();
        Names names = context.getBean(Names.class);
        names.find("hot");
        names.find("hot");
        names.find("hot");
        assertThat(get(hits).at("/measurements/0/value").asDouble() - before).isEqualTo(2);
    }

    @Test
    void typedRegionsHaveMetersToo() throws Exception {
        String misses = "metrics/cache.gets?tag=cache:products&tag=result:miss";
        double before = get(misses).at("/measurements/0/value").asDouble();
        @SuppressWarnings("unchecked")
        NearCache<Product> products = context.getBean("products", NearCache.class);
        assertThat(products.get("none")).isNull();
        assertThat(get(misses).at("/measurements/0/value").asDouble() - before).isEqualTo(1);
    }
}
