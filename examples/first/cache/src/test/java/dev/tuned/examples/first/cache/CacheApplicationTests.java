/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.first.cache;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Two instances with a real Redis between them. */
@EnabledIf(
        value = "dev.tuned.examples.first.cache.RedisServer#isInstalled",
        disabledReason = "needs redis-server on the PATH")
class CacheApplicationTests {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static RedisServer redis;
    private static ConfigurableApplicationContext one;
    private static ConfigurableApplicationContext other;

    @BeforeAll
    static void start() throws IOException {
        redis = RedisServer.start();
        one = instance();
        other = instance();
    }

    private static ConfigurableApplicationContext instance() {
        return new SpringApplicationBuilder(CacheApplication.class)
                .run(
                        "--server.address=127.0.0.1",
                        "--server.port=0",
                        "--spring.cache.type=redis",
                        "--spring.data.redis.port=" + redis.port());
    }

    @AfterAll
    static void stop() {
        other.close();
        one.close();
        redis.close();
    }

    @Test
    void bothInstancesGiveWhatOneHasRead() throws Exception {
        String first = agreed("/products/1");
        assertThat(first).startsWith("product 1, read at ");
        assertThat(send(one, "GET", "/products/1")).isEqualTo(first);
        assertThat(send(other, "GET", "/products/1")).isEqualTo(first);
    }

    @Test
    void anEvictionIsSeenByTheOtherInstance() throws Exception {
        String before = agreed("/products/2");

        send(other, "DELETE", "/products/2");

        Awaitility.await()
                .untilAsserted(() -> assertThat(send(one, "GET", "/products/2"))
                        .isNotEqualTo(before)
                        .isEqualTo(send(other, "GET", "/products/2")));
    }

    /** What both give. What a cold process writes first may be late, which is no failure of the call. */
    private static String agreed(String path) throws IOException, InterruptedException {
        Awaitility.await()
                .untilAsserted(() -> assertThat(send(other, "GET", path)).isEqualTo(send(one, "GET", path)));
        return send(one, "GET", path);
    }

    private static String send(ConfigurableApplicationContext instance, String method, String path)
            throws IOException, InterruptedException {
        String port = instance.getEnvironment().getProperty("local.server.port");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, BodyPublishers.noBody())
                .build();
        return CLIENT.send(request, BodyHandlers.ofString()).body();
    }
}
