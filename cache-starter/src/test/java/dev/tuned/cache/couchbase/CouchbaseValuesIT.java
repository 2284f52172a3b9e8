/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.couchbase;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import com.couchbase.client.core.error.ValueTooLargeException;
import com.couchbase.client.java.codec.DefaultJsonSerializer;
import com.couchbase.client.java.codec.JsonTranscoder;
import com.couchbase.client.java.codec.SerializableTranscoder;
import com.couchbase.client.java.codec.Transcoder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.cache.autoconfigure.CouchbaseCacheManagerBuilderCustomizer;
import org.springframework.cache.Cache;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.couchbase.cache.CouchbaseCache;
import org.springframework.data.couchbase.cache.CouchbaseCacheConfiguration;
import org.springframework.data.couchbase.cache.CouchbaseCacheManager;

import dev.tuned.cache.NearApplication;
import dev.tuned.cache.autoconfigure.NearManagers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Spring's manager and caches, and their documents: as without the starter. */
@Tag("thorough")
class CouchbaseValuesIT extends AbstractCouchbaseIT {

    /** What makes the documents. */
    private enum Kind {
        JAVA(SerializableTranscoder.INSTANCE),
        JSON(JsonTranscoder.create(DefaultJsonSerializer.create()));

        private final Transcoder transcoder;

        Kind(Transcoder transcoder) {
            this.transcoder = transcoder;
        }
    }

    /** Of an array, so that its document in Java's form has 20 MB. */
    private static final int LARGEST = (20 << 20) - 27;

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

    /** Prefixes that begin with what another cache knows. */
    @Configuration(proxyBeanMethods = false)
    static class OfTenants {

        @Bean
        CouchbaseCacheManagerBuilderCustomizer tenants(ObjectProvider<CouchbaseCacheManager> managers) {
            CouchbaseCacheConfiguration configuration = CouchbaseCacheConfiguration.defaultCacheConfig();
            return builder -> builder.withCacheConfiguration("brief", configuration)
                    .withCacheConfiguration(
                            "products",
                            configuration.computePrefixWith(cache ->
                                    managers.getObject().getCache("brief").get("tenant", String.class) + "::"));
        }
    }

    @Test
    void prefixThatIsReadFromAnotherCache() {
        NearApplication near = start(List.of(OfTenants.class), List.of("tuned.cache.near=brief,products"));
        near.cache("brief").put("tenant", "a");
        near.cache("products").put("1", "of a");
        near.cache("brief").put("tenant", "b");
        near.cache("products").put("1", "of b");
        near.cache("brief").put("tenant", "a");
        assertThat(near.cache("products").get("1", String.class)).isEqualTo("of a");
        assertThat(near.bean(NearManagers.class).caches())
                .filteredOn(cache -> cache.name.equals("products"))
                .first()
                .satisfies(cache -> assertThat(cache.hits.sum()).isPositive());
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
    @ParameterizedTest
    @ValueSource(strings = {"products", "brief"})
    void entryInMemoryEndsWithTheDocument(String name) {
        String query = "tuned.cache.couchbase.clear=query";
        NearApplication one = name.equals("brief")
                ? start(Kind.JAVA, "tuned.cache.near=brief", query)
                : near("spring.cache.couchbase.expiration=2s", query);
        Cache near = one.cache(name);
        Cache plain = start(Kind.JAVA).cache(name);
        near.put("put", "value");
        near.putIfAbsent("absent", "value");
        near.get("loaded", () -> "value");
        List<String> keys = List.of("put", "absent", "loaded");
        keys.forEach(key -> assertThat(near.get(key, String.class)).isEqualTo("value"));
        assertThat(hits(one)).isEqualTo(3);
        for (String key : keys) {
            await().pollInterval(Duration.ofMillis(5)).atMost(SOON).until(() -> plain.get(key) == null);
            assertThat(near.get(key)).as(key).isNull();
        }
    }

    @Test
    void largeDocumentsAreServed() {
        NearApplication one = start(Kind.JAVA, "tuned.cache.near=products", NearApplication.PATIENT);
        NearApplication two = start(Kind.JAVA, "tuned.cache.near=products", NearApplication.PATIENT);
        byte[] large = bytes(LARGEST);
        one.cache("products").put("large", large);
        for (int i = 0; i < 2; i++) {
            assertThat(one.cache("products").get("large", byte[].class)).isEqualTo(large);
            assertThat(two.cache("products").get("large", byte[].class)).isEqualTo(large);
        }
    }

    /** Such as cannot be compressed. */
    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    @Test
    void tooLargeDocumentsAreRefusedAsWithoutTheStarter() {
        NearApplication one = start(Kind.JAVA, "tuned.cache.near=products", NearApplication.PATIENT);
        byte[] tooLarge = bytes(LARGEST + 1);
        for (Cache cache : List.of(one.cache("other"), one.cache("products"))) {
            cache.put("1", "before");
            assertThatThrownBy(() -> cache.put("1", tooLarge), cache.getName())
                    .isInstanceOf(ValueTooLargeException.class);
            assertThat(cache.get("1", String.class)).isEqualTo("before");
            assertThatThrownBy(() -> cache.putIfAbsent("2", tooLarge)).isInstanceOf(ValueTooLargeException.class);
            // Spring says so to the caller of a cached method, too.
            assertThat(cache.get("3")).isNull();
            assertThatThrownBy(() -> cache.put("3", tooLarge)).isInstanceOf(ValueTooLargeException.class);
            assertThat(cache.get("3")).isNull();
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
