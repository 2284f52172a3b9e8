/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.values;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.cache.Cache;

import dev.tuned.cache.NearApplication;
import dev.tuned.cache.NeedsRedis;
import dev.tuned.cache.values.Instances.Outcome;
import dev.tuned.cache.values.Instances.Serializer;
import dev.tuned.cache.values.Instances.Service;
import dev.tuned.cache.values.Instances.Stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Values of about 200 shapes: whoever reads gets what he gets without a near cache, or the same exception. */
@NeedsRedis
@Timeout(180)
@Tag("thorough")
class ValuesIT {

    private static final Duration SOON = Duration.ofSeconds(60);

    private static final Set<String> NAMES = Shapes.all().keySet();

    private static Stores stores;

    @BeforeAll
    static void startStores() {
        stores = new Stores();
    }

    @AfterAll
    static void stopStores() {
        stores.close();
    }

    private interface Operation {

        @Nullable
        Object on(NearApplication instance, String name) throws Exception;
    }

    /** Does the same with all shapes and an instance of both kinds; returns what differs. */
    private static List<String> differences(String what, Instances instances, int number, Operation operation) {
        List<String> found = new ArrayList<>();
        for (String name : NAMES) {
            Outcome stock = Outcome.of(() -> operation.on(instances.stock(number), name));
            Outcome near = Outcome.of(() -> operation.on(instances.near(number), name));
            if (!instances.same(stock, near)) {
                found.add(what + " of " + name + ": stock " + stock + ", near " + near);
            }
            Instances.change(stock.value());
            Instances.change(near.value());
        }
        return found;
    }

    /** What is in Redis or Couchbase, once what is written in the background has arrived, is the same with both kinds. */
    private static void assertSameInStore(Instances instances) {
        await().atMost(SOON).untilAsserted(() -> {
            Map<String, String> stock = entries(instances.stock(0));
            Map<String, String> near = entries(instances.near(0));
            assertThat(stock).isNotEmpty();
            assertThat(NAMES.stream()
                            .filter(name -> !Objects.equals(stock.get(name), near.get(name)))
                            .map(name -> name + ": stock " + stock.get(name) + ", near " + near.get(name)))
                    .isEmpty();
        });
    }

    private static Map<String, String> entries(NearApplication instance) {
        Map<String, String> entries = new LinkedHashMap<>();
        for (String name : NAMES) {
            byte[] value = Instances.stored(instance, name);
            if (value != null) {
                entries.put(name, HexFormat.of().formatHex(value));
            }
        }
        return entries;
    }

    @ParameterizedTest
    @EnumSource
    void readersGetWhatTheyGetInStock(Serializer serializer) {
        try (Instances instances = new Instances(stores, serializer)) {
            assertThat(NAMES).hasSizeGreaterThan(200);
            Operation find = (instance, name) -> instance.bean(Service.class).find(name);

            assertThat(differences("load", instances, 0, (instance, name) -> {
                        Object value = find.on(instance, name);
                        // Its caller has the source's own.
                        return (value == own(instance, name)) ? "own" : value;
                    }))
                    .isEmpty();
            assertSameInStore(instances);
            for (int reader = 2; reader <= 10; reader++) {
                assertThat(differences("read " + reader + " by the other", instances, 1, find))
                        .isEmpty();
                assertThat(differences("read " + reader, instances, 0, find)).isEmpty();
            }
            for (int i = 0; i < 2; i++) {
                assertThat(instances.near(i).bean(Service.class).calls())
                        .isEqualTo(instances.stock(i).bean(Service.class).calls());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneLoadGivesWhatItGivesInStock(Serializer serializer) {
        try (Instances instances = new Instances(stores, serializer)) {
            Operation find = (instance, name) -> instance.bean(Service.class).findOnce(name);
            assertThat(differences("load", instances, 0, (instance, name) -> {
                        Object value = find.on(instance, name);
                        return (value == own(instance, name)) ? "own" : value;
                    }))
                    .isEmpty();
            assertSameInStore(instances);
            for (int reader = 2; reader <= 3; reader++) {
                assertThat(differences("read " + reader + " by the other", instances, 1, find))
                        .isEmpty();
                assertThat(differences("read " + reader, instances, 0, find)).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void operationsOfACacheDoWhatTheyDoInStock(Serializer serializer) {
        try (Instances instances = new Instances(stores, serializer)) {
            assertThat(differences("put", instances, 0, (instance, name) -> {
                        cache(instance).put(name, own(instance, name));
                        return null;
                    }))
                    .isEmpty();
            assertSameInStore(instances);
            assertThat(differences("get", instances, 1, (instance, name) -> {
                        Cache.ValueWrapper value = cache(instance).get(name);
                        return (value != null) ? value.get() : "none";
                    }))
                    .isEmpty();
            assertThat(differences(
                            "get as a text",
                            instances,
                            0,
                            (instance, name) -> cache(instance).get(name, String.class)))
                    .isEmpty();
            assertThat(differences(
                            "get as a number",
                            instances,
                            1,
                            (instance, name) -> cache(instance).get(name, Number.class)))
                    .isEmpty();
            assertThat(differences(
                            "retrieve",
                            instances,
                            1,
                            (instance, name) -> cache(instance)
                                    .retrieve(name, () -> CompletableFuture.completedFuture("loaded"))
                                    .get(10, TimeUnit.SECONDS)))
                    .isEmpty();
            assertThat(differences(
                            "get or load",
                            instances,
                            0,
                            (instance, name) -> cache(instance).get(name, () -> "loaded")))
                    .isEmpty();
            assertThat(differences("putIfAbsent, present", instances, 0, (instance, name) -> {
                        Cache.ValueWrapper value = cache(instance).putIfAbsent(name, own(instance, name));
                        return (value != null) ? value.get() : "none";
                    }))
                    .isEmpty();
            assertThat(differences(
                            "evictIfPresent",
                            instances,
                            1,
                            (instance, name) -> cache(instance).evictIfPresent(name)))
                    .isEmpty();
            assertThat(differences("putIfAbsent, absent", instances, 0, (instance, name) -> {
                        Cache.ValueWrapper value = cache(instance).putIfAbsent(name, own(instance, name));
                        return (value != null) ? value.get() : "none";
                    }))
                    .isEmpty();
            assertSameInStore(instances);
            assertThat(differences("get after putIfAbsent", instances, 1, (instance, name) -> {
                        Cache.ValueWrapper value = cache(instance).get(name);
                        return (value != null) ? value.get() : "none";
                    }))
                    .isEmpty();
        }
    }

    private static @Nullable Object own(NearApplication instance, String name) {
        return instance.bean(Service.class).values().get(name);
    }

    private static Cache cache(NearApplication instance) {
        return instance.cache("products");
    }
}
