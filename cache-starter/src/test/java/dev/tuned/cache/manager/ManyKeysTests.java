/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.manager;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.cache.FakeStore;
import dev.tuned.cache.NearCache;
import dev.tuned.cache.Product;
import dev.tuned.cache.Settings;
import dev.tuned.cache.store.StoredDocument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ManyKeysTests {

    private static final int OTHER_KEYS = 10_000;
    private static final int MAXIMUM_SIZE = 1000;

    private final JsonMapper mapper = JsonMapper.builder().build();
    private final TunedCacheManager manager = ManagerBuilder.of(
                    name -> Settings.with(
                            Settings.plain(), Settings.l1((long) MAXIMUM_SIZE, Duration.ofSeconds(60), 0.1, 0.8)),
                    name -> mapper.constructType(Product.class),
                    mapper)
            .store(Settings.monitored(new ForgetfulStore()), "cache")
            .build();

    /** Takes everything and keeps nothing: it is the cache that must not leak. */
    private static final class ForgetfulStore extends FakeStore {

        @Override
        public CompletableFuture<@Nullable StoredDocument> get(String id, Duration timeout) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Long> put(String id, byte[] content, Duration expiry, Duration timeout) {
            return CompletableFuture.completedFuture(1L);
        }

        @Override
        public CompletableFuture<Long> insert(String id, byte[] content, Duration expiry, Duration timeout) {
            return CompletableFuture.completedFuture(1L);
        }
    }

    @AfterEach
    void stop() {
        manager.destroy();
    }

    @Test
    void manyKeysLeaveNothingBehindBesideTheMaximumSizeOfL1() {
        assertNothingIsLeftOf(100_000);
    }

    @Test
    @Tag("nightly")
    void aMillionKeysLeaveNothingBehindBesideTheMaximumSizeOfL1() {
        assertNothingIsLeftOf(1_000_000);
    }

    private void assertNothingIsLeftOf(int keys) {
        NearCache<Product> typed = manager.nearCache("products", Product.class);
        RegionCache cache = manager.getCache("products");
        for (int i = 0; i < keys; i++) {
            use(typed, i, new Product("1", i));
        }
        for (int i = keys; i < keys + OTHER_KEYS; i++) {
            useOtherwise(typed, cache, i, new Product("1", i));
        }
        await().untilAsserted(() -> assertThat(cache.region().pendingCount()).isZero());
        cache.getNativeCache().cleanUp();
        assertThat(cache.getNativeCache().asMap()).hasSizeBetween(1, MAXIMUM_SIZE);
        assertThat(cache.region().counters().evictions.sum()).isPositive();
    }

    private static void use(NearCache<Product> cache, Integer key, Product product) {
        switch (key % 4) {
            case 0 -> cache.get(key);
            case 1 -> cache.getOrLoad(key, missing -> product);
            case 2 -> cache.put(key, product);
            default -> cache.evict(key);
        }
    }

    private static void useOtherwise(NearCache<Product> typed, RegionCache cache, Integer key, Product product) {
        switch (key % 4) {
            case 0 -> typed.getAll(List.of(key));
            case 1 -> cache.putIfAbsent(key, product);
            case 2 -> cache.retrieve(key);
            default -> cache.retrieve(key, () -> CompletableFuture.completedFuture(product));
        }
    }
}
