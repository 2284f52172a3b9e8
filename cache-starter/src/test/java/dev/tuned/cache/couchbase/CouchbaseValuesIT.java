/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.couchbase;

import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;

import com.couchbase.client.core.error.InvalidArgumentException;
import com.couchbase.client.java.codec.DefaultJsonSerializer;
import com.couchbase.client.java.codec.JsonTranscoder;
import com.couchbase.client.java.codec.SerializableTranscoder;
import com.couchbase.client.java.codec.Transcoder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.cache.autoconfigure.CouchbaseCacheManagerBuilderCustomizer;
import org.springframework.cache.Cache;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.couchbase.cache.CouchbaseCache;
import org.springframework.data.couchbase.cache.CouchbaseCacheConfiguration;
import org.springframework.data.couchbase.cache.CouchbaseCacheManager;

import dev.tuned.cache.NearApplication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What readers get with the application's transcoder, and Spring's manager and caches around it: as without the starter. */
@Tag("thorough")
class CouchbaseValuesIT extends AbstractCouchbaseIT {

    /** What makes the documents. */
    private enum Kind {
        JAVA(SerializableTranscoder.INSTANCE),
        JSON(JsonTranscoder.create(DefaultJsonSerializer.create())),
        OWN(new Own());

        private final Transcoder transcoder;

        Kind(Transcoder transcoder) {
            this.transcoder = transcoder;
        }
    }

    /** Text, with flags of its own, that can do strings alone. */
    private static final class Own implements Transcoder {

        private static final int FLAGS = 0x05_00_00_2a;

        @Override
        public EncodedValue encode(Object value) {
            if (!(value instanceof String text)) {
                throw new IllegalArgumentException("no text: " + value.getClass());
            }
            return new EncodedValue(("own " + text).getBytes(StandardCharsets.UTF_8), FLAGS);
        }

        @Override
        public <T> T decode(Class<T> type, byte[] content, int flags) {
            if (flags != FLAGS) {
                throw new IllegalStateException("flags " + flags);
            }
            return type.cast(new String(content, StandardCharsets.UTF_8).substring("own ".length()));
        }
    }

    record Product(String name, BigDecimal price, List<String> tags) implements Serializable {}

    private static volatile Kind current = Kind.JAVA;

    @Configuration(proxyBeanMethods = false)
    static class OfKind {

        @Bean
        CouchbaseCacheManagerBuilderCustomizer transcoder() {
            Kind kind = current;
            CouchbaseCacheConfiguration configuration =
                    CouchbaseCacheConfiguration.defaultCacheConfig().valueTranscoder(kind.transcoder);
            return builder -> builder.cacheDefaults(configuration)
                    .withCacheConfiguration("brief", configuration.entryExpiry(Duration.ofSeconds(2)))
                    .withCacheConfiguration("prefixed", configuration.prefixCacheNameWith("a:"))
                    .withCacheConfiguration("products", configuration);
        }
    }

    private NearApplication start(Kind kind, String... properties) {
        current = kind;
        List<String> all = new ArrayList<>(List.of(properties));
        return start(List.of(OfKind.class), all);
    }

    private static Map<String, Object> shapes() {
        Map<String, Object> shapes = new LinkedHashMap<>();
        shapes.put("text", "text");
        shapes.put("empty", "");
        shapes.put("long", 1L);
        shapes.put("double", 0.5);
        shapes.put("boolean", true);
        shapes.put("decimal", new BigDecimal("1.50"));
        shapes.put("uuid", UUID.fromString("00000000-0000-0001-0000-000000000002"));
        shapes.put("date", LocalDate.of(2026, 1, 2));
        shapes.put("list", new ArrayList<>(List.of("a", 1, true)));
        shapes.put("map", new HashMap<>(Map.of("a", List.of(1))));
        shapes.put("bytes", new byte[] {1, 2, 3});
        shapes.put("array", new String[] {"a", "b"});
        shapes.put("enum", Thread.State.BLOCKED);
        shapes.put("record", new Product("name", new BigDecimal("9.99"), List.of("x")));
        shapes.put("optional", Optional.of("no document"));
        shapes.put("object", new Object());
        return shapes;
    }

    private static String outcome(Callable<@Nullable Object> operation) {
        try {
            Object value = operation.call();
            return (value == null)
                    ? "null"
                    : value.getClass().getName() + " " + Arrays.deepToString(new Object[] {value});
        } catch (Exception ex) {
            return ex.getClass().getName() + ": "
                    + String.valueOf(ex.getMessage()).replaceAll("@[0-9a-f]+", "@");
        }
    }

    private static @Nullable Object get(Cache cache, String key) {
        Cache.ValueWrapper wrapper = cache.get(key);
        return (wrapper != null) ? wrapper.get() : "none";
    }

    @ParameterizedTest
    @EnumSource
    void readersGetWhatTheyGetWithoutTheStarter(Kind kind) {
        NearApplication one = start(kind, "tuned.cache.near=products");
        NearApplication two = start(kind, "tuned.cache.near=products");
        NearApplication stock = start(kind);
        shapes().forEach((name, value) -> {
            Cache near = one.cache("products");
            Cache plain = stock.cache("other");
            assertThat(outcome(() -> {
                        near.put(name, value);
                        return "put";
                    }))
                    .as(name)
                    .isEqualTo(outcome(() -> {
                        plain.put(name, value);
                        return "put";
                    }));
            String expected = outcome(() -> get(plain, name));
            for (int i = 0; i < 3; i++) {
                assertThat(outcome(() -> get(near, name))).as(name).isEqualTo(expected);
                assertThat(outcome(() -> get(two.cache("products"), name)))
                        .as(name)
                        .isEqualTo(expected);
            }
            assertThat(outcome(() -> near.get(name, Integer.class)))
                    .as(name)
                    .isEqualTo(outcome(() -> plain.get(name, Integer.class)));
            assertThat(outcome(() -> near.putIfAbsent(name, "other") == null))
                    .as(name)
                    .isEqualTo(outcome(() -> plain.putIfAbsent(name, "other") == null));
        });
    }

    @Test
    void nullIsAValue() {
        NearApplication near = start(Kind.JAVA, "tuned.cache.near=products");
        near.cache("products").put("null", null);
        for (int i = 0; i < 3; i++) {
            Cache.ValueWrapper wrapper = near.cache("products").get("null");
            assertThat(wrapper).isNotNull();
            assertThat(Objects.requireNonNull(wrapper).get()).isNull();
        }
    }

    @Test
    void managerAndCachesStaySpringsOwn() {
        NearApplication near = start(Kind.JSON, "tuned.cache.near=products,prefixed");
        NearApplication stock = start(Kind.JSON);
        CouchbaseCacheManager manager = near.bean(CouchbaseCacheManager.class);
        assertThat(manager.getClass()).isEqualTo(CouchbaseCacheManager.class);
        assertThat(manager.getCacheNames())
                .containsExactlyInAnyOrderElementsOf(
                        stock.bean(CouchbaseCacheManager.class).getCacheNames());
        for (String name : List.of("products", "brief", "prefixed", "made")) {
            CouchbaseCache cache = (CouchbaseCache) near.cache(name);
            CouchbaseCache plain = (CouchbaseCache) stock.cache(name);
            assertThat(cache.getClass()).isEqualTo(CouchbaseCache.class);
            assertThat(cache.getCacheConfiguration().getKeyPrefixFor(name))
                    .isEqualTo(plain.getCacheConfiguration().getKeyPrefixFor(name));
            assertThat(cache.getCacheConfiguration().getExpiry())
                    .isEqualTo(plain.getCacheConfiguration().getExpiry());
            assertThat(cache.getCacheConfiguration().getValueTranscoder())
                    .isSameAs(plain.getCacheConfiguration().getValueTranscoder());
        }
    }

    @Test
    void documentsAreThoseOfSpring() {
        NearApplication near = start(Kind.JSON, "tuned.cache.near=prefixed", "tuned.cache.couchbase.clear=query");
        near.cache("prefixed").put("1", "value");
        assertThat(documents(near).get("a:prefixed::1").contentAs(String.class)).isEqualTo("value");
        assertThat(start(Kind.JSON).cache("prefixed").get("1", String.class)).isEqualTo("value");
    }

    @Test
    void cachesThatAreNotNearArePassedOn() {
        NearApplication near = start(Kind.JAVA, "tuned.cache.near=products");
        NearApplication stock = start(Kind.JAVA);
        near.cache("other").put("1", "value");
        assertThat(stock.cache("other").get("1", String.class)).isEqualTo("value");
        stock.cache("other").put("1", "newer");
        assertThat(near.cache("other").get("1", String.class)).isEqualTo("newer");
        assertThat(near.cache("other").evictIfPresent("1")).isTrue();
        assertThat(stock.cache("other").get("1")).isNull();
    }

    /** The mock does not tell when a document expires that is read. */
    @Test
    void entryInMemoryEndsWithTheDocument() {
        String query = "tuned.cache.couchbase.clear=query";
        NearApplication one = start(Kind.JAVA, "tuned.cache.near=brief", query);
        Cache plain = start(Kind.JAVA).cache("brief");
        one.cache("brief").put("1", "value");

        assertThat(one.cache("brief").get("1", String.class)).isEqualTo("value");
        assertThat(hits(one)).isEqualTo(1);
        await().pollInterval(Duration.ofMillis(5)).atMost(SOON).until(() -> plain.get("1") == null);

        assertThat(one.cache("brief").get("1")).isNull();
    }

    @Test
    void longKeysAreAsWithoutTheStarter() {
        NearApplication near = start(Kind.JAVA, "tuned.cache.near=products", "tuned.cache.couchbase.clear=query");
        NearApplication stock = start(Kind.JAVA);
        String fits = "k".repeat(235);
        near.cache("products").put(fits, "value");
        assertThat(stock.cache("products").get(fits, String.class)).isEqualTo("value");
        String tooLong = "k".repeat(251);
        assertThat(outcome(() -> near.cache("products").get(tooLong)))
                .startsWith(InvalidArgumentException.class.getName());
        assertThatThrownBy(() -> stock.cache("products").get(tooLong)).isInstanceOf(InvalidArgumentException.class);
    }

    @Test
    void largeDocumentsAreServed() {
        NearApplication one = start(Kind.JAVA, "tuned.cache.near=products", NearApplication.PATIENT);
        NearApplication two = start(Kind.JAVA, "tuned.cache.near=products", NearApplication.PATIENT);
        byte[] large = new byte[19 << 20];
        large[1000] = 1;
        one.cache("products").put("large", large);
        for (int i = 0; i < 2; i++) {
            assertThat(one.cache("products").get("large", byte[].class)).isEqualTo(large);
            assertThat(two.cache("products").get("large", byte[].class)).isEqualTo(large);
        }
    }

    @Test
    void syncMakesOneCall() {
        NearApplication near = start(Kind.JAVA, "tuned.cache.near=products");
        assertThat(near.cache("products").get("k", () -> "loaded")).isEqualTo("loaded");
        await().atMost(SOON).until(() -> store(near).pending() == 0);
        assertThat(near.cache("products").get("k", () -> "again")).isEqualTo("loaded");
    }
}
