/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.tuned.cache.NearApplication;
import dev.tuned.cache.NearApplication.Products;
import dev.tuned.cache.NeedsRedis;
import dev.tuned.cache.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/** Each {@link Fault} with one client. */
@NeedsRedis
abstract class AbstractRedisFaultsIT extends AbstractFaultsIT<RedisServer> {

    private static final int MANY = 2_000;

    private final String client;
    private final StoreProxy proxy;

    AbstractRedisFaultsIT(String client) {
        super(RedisServer.start());
        this.client = client;
        this.proxy = new StoreProxy(store.port());
    }

    @Override
    void stopStore() {
        proxy.close();
        store.close();
    }

    @Override
    NearApplication instance() {
        return instance(List.of());
    }

    private NearApplication instance(List<String> more) {
        List<String> properties = new ArrayList<>(List.of(
                "tuned.cache.near=products",
                "spring.data.redis.client-type=" + client,
                "spring.data.redis.timeout=60s",
                proxy.property()));
        properties.addAll(more);
        return NearApplication.start(store, List.of(), properties);
    }

    @ParameterizedTest
    @EnumSource
    void failsNoCall(Fault fault) {
        assumeFalse(
                client.equals("jedis") && fault == Fault.NEW_PASSWORD,
                "Now and then a read gets the answer of another command");
        assertFailsNoCall(
                client + " " + fault,
                client.equals("lettuce"),
                () -> fault.begin(store, proxy),
                () -> fault.end(store, proxy));
    }

    @Tag("nightly")
    @Test
    void manyEvictsArePendingAndAreCarriedOutLater() throws InterruptedException {
        NearApplication one = instances.get(0);
        for (int i = 0; i < MANY; i++) {
            Products.SOURCE.put("many" + i, "old");
            one.cache("products").put("many" + i, "old");
        }
        assertThat(store.has("products::many1999")).isTrue();
        store.pause();
        try {
            for (int i = 0; i < MANY; i++) {
                one.products().change("many" + i, "new");
            }
            assertThat(near(one).pending()).isEqualTo(MANY);
            for (int i = 0; i < MANY; i++) {
                assertThat(one.products().find("many" + i)).isEqualTo("new");
            }
        } finally {
            store.resume();
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
        store.pause();
        try {
            for (int i = 0; i < some; i++) {
                one.products().change("some" + i, "new");
            }
            proxy.slow(Duration.ofMillis(15));
        } finally {
            store.resume();
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
        store.command("CONFIG SET requirepass right");
        try (NearApplication wrong = instance(List.of("spring.data.redis.password=wrong"))) {
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
            store.command("AUTH right\r\nCONFIG SET requirepass \"\"");
        }
    }
}
