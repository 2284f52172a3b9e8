/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.local;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.BrokerChannel;
import dev.tuned.cache.BrokerChannel.Broker;
import dev.tuned.cache.InvalidationChannel;
import dev.tuned.cache.NearApplication;
import dev.tuned.cache.NearApplication.Products;
import dev.tuned.cache.NeedsRedis;
import dev.tuned.cache.RedisServer;
import dev.tuned.cache.Store;
import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.near.NearStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Two instances with an {@link InvalidationChannel} of their own, with and without Redis behind their caches. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class OwnChannelIT {

    private static final Duration SOON = Duration.ofSeconds(60);

    private static Broker broker = new Broker();

    private final List<NearApplication> started = new ArrayList<>();

    @Configuration(proxyBeanMethods = false)
    static class Channel {

        @Bean(destroyMethod = "close")
        InvalidationChannel channel() {
            return new BrokerChannel(broker);
        }
    }

    @BeforeEach
    void clear() {
        broker = new Broker();
        Products.SOURCE.clear();
        Products.SOURCE.put("1", "old");
    }

    @AfterEach
    void stop() {
        started.forEach(NearApplication::close);
    }

    private NearApplication start(Store store, List<Class<?>> configuration) {
        NearApplication application = NearApplication.start(store, configuration, List.of("tuned.cache.near=products"));
        started.add(application);
        return application;
    }

    private static boolean isConnected(NearApplication application) {
        return store(application).channel().isConnected();
    }

    private static NearStore store(NearApplication application) {
        return application.bean(NearManagers.class).stores().get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"caffeine", "simple"})
    void localCachesAgreeWithoutRedisAndCouchbase(String type, CapturedOutput output) throws InterruptedException {
        NearApplication one = start(Store.nothing().local(type), List.of(Channel.class));
        NearApplication two = start(Store.nothing().local(type), List.of(Channel.class));
        assertAgreement(one, two);
        assertThat(output).contains("notifications through BrokerChannel");
    }

    @NeedsRedis
    @Test
    void cachesInRedisAgree() throws InterruptedException {
        try (RedisServer redis = RedisServer.start()) {
            NearApplication one = start(redis, List.of(Channel.class));
            NearApplication two = start(redis, List.of(Channel.class));
            assertAgreement(one, two);
            started.forEach(NearApplication::close);
            started.clear();
        }
    }

    private static void assertAgreement(NearApplication one, NearApplication two) throws InterruptedException {
        await().atMost(SOON).until(() -> isConnected(one) && isConnected(two));
        assertThat(one.products().find("1")).isEqualTo("old");
        assertThat(two.products().find("1")).isEqualTo("old");
        one.products().change("1", "new");
        await().atMost(SOON).until(() -> two.products().find("1").equals("new"));

        broker.setAway(true);
        one.products().change("1", "newer");
        assertThat(one.products().find("1")).isEqualTo("newer");
        await().atMost(Duration.ofSeconds(8))
                .until(() -> two.products().find("1").equals("newer"));
        assertThat(store(one).pending()).isPositive();

        broker.setAway(false);
        await().atMost(SOON).until(() -> store(one).pending() == 0);
    }

    @Test
    void withoutAnyItIsStockAndSaysSo(CapturedOutput output) throws InterruptedException {
        NearApplication one = start(Store.nothing().local("simple"), List.of());
        assertThat(one.products().find("1")).isEqualTo("old");
        assertThat(output).contains("there is no Redis, no Couchbase and no InvalidationChannel to notify through");
    }
}
