/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.race;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.NearApplication;
import dev.tuned.cache.NeedsRedis;
import dev.tuned.cache.RedisServer;
import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.near.NearStore;
import dev.tuned.cache.notify.Key;
import dev.tuned.cache.notify.Notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Two loads of one key at once by a method that returns a future, and a change by another instance between them. */
@NeedsRedis
class FutureLoadsIT {

    private static final Duration SOON = Duration.ofSeconds(60);

    private static RedisServer redis;

    private NearApplication application;
    private NearStore near;
    private Service service;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void start() {
        redis.command("FLUSHALL");
        application = NearApplication.start(redis, List.of(Loads.class), List.of("tuned.cache.near=products"));
        near = application.bean(NearManagers.class).stores().get(0);
        service = application.bean(Service.class);
        await().atMost(SOON).until(() -> near.channel().isConnected());
    }

    @AfterEach
    void stop() {
        application.close();
    }

    /** A call that waits for its load. */
    private record Call(CompletableFuture<String> result, CompletableFuture<String> load) {

        void loads(String value) throws Exception {
            load.complete(value);
            assertThat(result.get(10, TimeUnit.SECONDS)).isEqualTo(value);
        }
    }

    private Call begin() throws InterruptedException {
        CompletableFuture<String> result = service.find("1");
        CompletableFuture<String> load = service.loads().poll(10, TimeUnit.SECONDS);
        assertThat(load).isNotNull();
        return new Call(result, load);
    }

    /** Another instance evicts; Redis has no entry. */
    private void changeElsewhere() {
        near.changed(
                new Notification(UUID.randomUUID(), new Key("products::1".getBytes(StandardCharsets.UTF_8)), false));
    }

    private void assertOldIsGone() {
        await().atMost(SOON).until(() -> near.pending() == 0 && !"old".equals(cached()));
        await().during(Duration.ofMillis(500))
                .atMost(Duration.ofSeconds(2))
                .until(() -> !redis.command("GET products::1").contains("old") && !"old".equals(cached()));
    }

    private String cached() {
        return String.valueOf(application.cache("products").get("1", String.class));
    }

    @Test
    void earlierLoadDoesNotCountAsTheLaterOne() throws Exception {
        Call earlier = begin();
        changeElsewhere();
        Call later = begin();

        earlier.loads("old");
        assertOldIsGone();

        later.loads("new");
        assertOldIsGone();
    }

    @Test
    void laterLoadDoesNotCountAsTheEarlierOne() throws Exception {
        Call earlier = begin();
        changeElsewhere();
        Call later = begin();

        later.loads("new");
        await().atMost(SOON).until(() -> near.pending() == 0);
        earlier.loads("old");

        assertOldIsGone();
    }

    @Test
    void secondOfTwoLoadsIsNoChange() throws Exception {
        Call one = begin();
        Call two = begin();
        one.loads("old");
        changeElsewhere();

        two.loads("old");

        assertOldIsGone();
    }

    /** Its loads end when the test says so. */
    static class Service {

        private final BlockingQueue<CompletableFuture<String>> loads = new LinkedBlockingQueue<>();

        @Cacheable("products")
        public CompletableFuture<String> find(String id) {
            CompletableFuture<String> load = new CompletableFuture<>();
            loads.add(load);
            return load;
        }

        public BlockingQueue<CompletableFuture<String>> loads() {
            return loads;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Loads {

        @Bean
        Service service() {
            return new Service();
        }
    }
}
