/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.cache.Cache;

import dev.tuned.cache.NearApplication;
import dev.tuned.cache.NearApplication.Products;
import dev.tuned.cache.NeedsRedis;
import dev.tuned.cache.RedisServer;
import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.near.NearStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/** Two instances with one client, whose time-out is a minute, and each {@link Fault}. */
@NeedsRedis
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("nightly")
abstract class AbstractFaultsIT {

    /** A silent subscription is noticed after six seconds. */
    private static final Duration SOON = Duration.ofSeconds(60);

    private static final int MANY = 2_000;

    private final String client;
    private final List<NearApplication> instances = new ArrayList<>();
    private RedisServer redis;
    private RedisProxy proxy;

    AbstractFaultsIT(String client) {
        this.client = client;
    }

    @BeforeAll
    void start() {
        redis = RedisServer.start();
        proxy = new RedisProxy(redis);
        for (int i = 0; i < 2; i++) {
            instances.add(instance());
        }
    }

    private NearApplication instance(String... more) {
        List<String> properties = new ArrayList<>(List.of(
                "tuned.cache.near=products",
                "spring.data.redis.client-type=" + client,
                "spring.data.redis.timeout=60s",
                proxy.property()));
        properties.addAll(List.of(more));
        return NearApplication.start(redis, List.of(), properties);
    }

    @AfterAll
    void stop() {
        instances.forEach(NearApplication::close);
        proxy.close();
        redis.close();
    }

    @BeforeEach
    void awaitConnected() {
        await().atMost(SOON)
                .until(() -> instances.stream()
                        .map(AbstractFaultsIT::near)
                        .allMatch(near -> near.channel().isConnected()
                                && near.pending() == 0
                                && !near.reads().isOpen()));
        redis.command("FLUSHALL");
        instances.forEach(instance -> instance.cache("products").invalidate());
        Products.SOURCE.clear();
    }

    private static NearStore near(NearApplication application) {
        return application.bean(NearManagers.class).stores().get(0);
    }

    private static void sleep(long milliseconds) {
        try {
            TimeUnit.MILLISECONDS.sleep(milliseconds);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    @ParameterizedTest
    @EnumSource
    void failsNoCall(Fault fault) {
        assumeFalse(
                client.equals("jedis") && fault == Fault.NEW_PASSWORD,
                "Now and then a read gets the answer of another command");
        Calls calls = new Calls(instances, 2, client.equals("lettuce"));
        try (calls) {
            sleep(200);
            fault.begin(redis, proxy);
            try {
                sleep(1_500);
            } finally {
                fault.end(redis, proxy);
            }
            sleep(200);
        }
        System.out.println(client + " " + fault + ": " + calls);
        calls.assertNoneFailedAndNoneWasSlow();
        assertAllAgree();
    }

    /** Callers get what the source has from each instance, and Redis has it or nothing. */
    private void assertAllAgree() {
        await().atMost(SOON)
                .until(() -> instances.stream()
                        .map(AbstractFaultsIT::near)
                        .allMatch(near -> near.channel().isConnected() && near.pending() == 0));
        try (NearApplication stock = NearApplication.stock(redis)) {
            Cache far = stock.cache("products");
            await().pollInSameThread().atMost(Duration.ofSeconds(2)).untilAsserted(() -> {
                for (Map.Entry<String, String> entry : Products.SOURCE.entrySet()) {
                    for (NearApplication instance : instances) {
                        assertThat(instance.products().find(entry.getKey())).isEqualTo(entry.getValue());
                    }
                    assertThat(far.get(entry.getKey(), String.class)).isIn(null, entry.getValue());
                }
            });
        }
    }

    @Tag("nightly")
    @Test
    void manyEvictsArePendingAndAreCarriedOutLater() throws InterruptedException {
        NearApplication one = instances.get(0);
        for (int i = 0; i < MANY; i++) {
            Products.SOURCE.put("many" + i, "old");
            one.cache("products").put("many" + i, "old");
        }
        assertThat(redis.has("products::many1999")).isTrue();
        redis.pause();
        try {
            for (int i = 0; i < MANY; i++) {
                one.products().change("many" + i, "new");
            }
            assertThat(near(one).pending()).isEqualTo(MANY);
            for (int i = 0; i < MANY; i++) {
                assertThat(one.products().find("many" + i)).isEqualTo("new");
            }
        } finally {
            redis.resume();
        }
        assertAllAgree();
    }

    /** They take longer than a pending delete waits before it is repeated. */
    @Test
    void pendingEvictsEndWhereEachOneIsSlow() throws InterruptedException {
        int some = 500;
        NearApplication one = instances.get(0);
        for (int i = 0; i < some; i++) {
            Products.SOURCE.put("some" + i, "old");
            one.cache("products").put("some" + i, "old");
        }
        redis.pause();
        try {
            for (int i = 0; i < some; i++) {
                one.products().change("some" + i, "new");
            }
            proxy.slow(Duration.ofMillis(15));
        } finally {
            redis.resume();
        }
        try {
            // Four threads, two answers for each key: four seconds.
            await().atMost(Duration.ofSeconds(30)).until(() -> near(one).pending() == 0);
        } finally {
            proxy.slow(Duration.ZERO);
        }
        assertAllAgree();
    }

    @Test
    void wrongPasswordFailsNoCall() throws InterruptedException {
        redis.command("CONFIG SET requirepass right");
        try (NearApplication wrong = instance("spring.data.redis.password=wrong")) {
            Products.SOURCE.put("password", "old");
            assertThat(wrong.products().find("password")).isEqualTo("old");
            wrong.products().change("password", "new");
            assertThat(wrong.products().find("password")).isEqualTo("new");
            assertThat(wrong.products().findOnce("password")).isEqualTo("new");
            wrong.products().put("password", "newer");
            assertThat(wrong.products().find("password")).isEqualTo("newer");
            wrong.products().evictAll();
            assertThat(wrong.products().find("password")).isEqualTo("newer");
        } finally {
            redis.command("AUTH right\r\nCONFIG SET requirepass \"\"");
        }
    }
}
