/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.values;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.SimpleKey;

import dev.tuned.cache.NeedsRedis;
import dev.tuned.cache.values.Instances.Outcome;
import dev.tuned.cache.values.Instances.Serializer;
import dev.tuned.cache.values.Instances.Stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Keys of many shapes: they are the same in Redis or Couchbase, and are refused with the same exception. */
@NeedsRedis
class KeysIT {

    private static final Duration SOON = Duration.ofSeconds(60);

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
        Object on(Cache cache, @Nullable Object key);
    }

    /** Has no text of its own. */
    private static final class Nameless {

        private final int number = 1;

        int number() {
            return number;
        }
    }

    private static List<@Nullable Object> keys() {
        List<@Nullable Object> keys = new ArrayList<>(List.of(
                "",
                " ",
                "text",
                "*",
                "?",
                "[a]",
                "a*b",
                "\\",
                "a::b",
                "a\nb",
                "\u0000",
                "\u00e4\u20ac",
                "\ud83d\ude00"));
        // Couchbase refuses those of more than 250 bytes, with the prefix; near are those of at most 220.
        IntStream.of(210, 211, 235, 236, 239, 240, 241).forEach(length -> keys.add("x".repeat(length)));
        keys.addAll(List.of("\u00e4".repeat(120), "\u00e4".repeat(121)));
        keys.addAll(List.of("x".repeat(10_000), 1, 1L, (byte) 2, 3.0, 'c', true, Types.Plain.A, Types.WithBody.A));
        keys.addAll(List.of(new UUID(1, 2), new Date(0), new StringBuilder("builder"), Optional.of("a")));
        keys.addAll(
                List.of(SimpleKey.EMPTY, new SimpleKey("a"), new SimpleKey("a", 1), new SimpleKey(List.of(1), "b")));
        keys.addAll(List.of(List.of(1, 2), Set.of("a"), Map.of("a", 1), new int[] {1}, new String[] {"a", "b"}));
        keys.addAll(List.of(Arrays.asList("a", null), new Types.Empty(), new Types.Generic<>("a", List.of("b"))));
        keys.addAll(List.of(new Nameless(), List.of(new Nameless()), new Types.NoProperties(), new byte[] {1, 2}));
        keys.add(null);
        return keys;
    }

    private static List<String> differences(String what, Instances instances, int number, Operation operation) {
        List<String> found = new ArrayList<>();
        for (Object key : keys()) {
            Outcome stock =
                    Outcome.of(() -> operation.on(instances.stock(number).cache("products"), key));
            Outcome near = Outcome.of(() -> operation.on(instances.near(number).cache("products"), key));
            if (!instances.same(stock, near)) {
                found.add(what + " of " + key + ": stock " + stock + " " + stock.value() + ", near " + near + " "
                        + near.value());
            }
        }
        return found;
    }

    @ParameterizedTest
    @EnumSource(names = {"JDK", "COUCHBASE_JDK"})
    void keysAreThoseOfStock(Serializer serializer) {
        try (Instances instances = new Instances(stores, serializer)) {
            assertThat(keys()).hasSizeGreaterThan(40);
            assertThat(differences("put", instances, 0, (cache, key) -> {
                        cache.put(key, "value of " + key);
                        return null;
                    }))
                    .isEmpty();
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(instances.keys(true)).isEqualTo(instances.keys(false)));
            for (int reader = 0; reader < 3; reader++) {
                assertThat(differences("get by the other", instances, 1, (cache, key) -> cache.get(key, String.class)))
                        .isEmpty();
                assertThat(differences("get", instances, 0, (cache, key) -> cache.get(key, String.class)))
                        .isEmpty();
            }
            assertThat(differences("load", instances, 0, (cache, key) -> cache.get(key, () -> "loaded")))
                    .isEmpty();
            assertThat(differences("evict", instances, 0, Cache::evictIfPresent))
                    .isEmpty();
            assertThat(differences("get after evict", instances, 0, (cache, key) -> cache.get(key, String.class)))
                    .isEmpty();
        }
    }
}
