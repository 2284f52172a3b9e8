/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.manager.RegionCache;
import dev.tuned.cache.manager.TunedCacheManager;
import dev.tuned.cache.store.L2Store;

import static org.assertj.core.api.Assertions.assertThat;

/** A real server, asked over HTTP as an operator would. */
class ActuatorIT {

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void healthAndMetersTellOfTheRegions() {
        try (ConfigurableApplicationContext context = run()) {
            RegionCache products = context.getBean(TunedCacheManager.class).getCache("products");
            products.put("personal@example.com", "value");
            products.get("personal@example.com");

            assertThat(this.<String>read(context, "health/tunedCache", "$.status"))
                    .isEqualTo("UP");
            assertThat(this.<String>read(context, "health/tunedCache", "$.details.breaker.state"))
                    .isEqualTo("closed");
            assertThat(this.<Double>read(
                            context, "metrics/cache.gets?tag=cache:products&tag=result:hit", "$.measurements[0].value"))
                    .isEqualTo(1);
            assertThat(this.<Double>read(context, "metrics/tuned.cache.loads", "$.measurements[0].value"))
                    .isZero();
        }
    }

    private static ConfigurableApplicationContext run(String... arguments) {
        return new SpringApplicationBuilder(Application.class)
                .properties(
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "spring.application.name=shop",
                        "tuned.cache.enabled=true",
                        "management.endpoints.web.exposure.include=*",
                        "management.endpoint.health.show-details=always",
                        "tuned.cache.regions.products.value-type=java.lang.String",
                        // Its first look drops what L1 has by then.
                        "tuned.cache.invalidation.mode=none",
                        "tuned.cache.regions.products.l1.ttl=7s")
                .run(arguments);
    }

    /** Of an answer that is there. */
    private <T> T read(ConfigurableApplicationContext context, String path, String jsonPath) {
        HttpResponse<String> response = get(context, path);
        assertThat(response.statusCode()).as(response::body).isEqualTo(200);
        return JsonPath.read(response.body(), jsonPath);
    }

    private HttpResponse<String> get(ConfigurableApplicationContext context, String path) {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        URI uri = URI.create("http://127.0.0.1:" + port + "/actuator/" + path);
        try {
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        L2Store store() {
            return new FakeStore();
        }
    }
}
