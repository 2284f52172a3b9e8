/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.codec.RawJsonTranscoder;
import com.couchbase.client.java.kv.UpsertOptions;
import com.couchbase.mock.memcached.protocol.CommandCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.cache.Cache;
import org.springframework.context.ApplicationContext;

import dev.tuned.cache.CatalogApplication.Catalog;
import dev.tuned.cache.manager.TunedCacheManager;
import dev.tuned.cache.store.StoreState.Breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Couchbase and the application's own source are away at the same time, and warm entries are served all the same. */
class StaleReadsIT {

    private static final int WARM = 10;

    private MockCouchbase couchbase;
    private ChaosProxy proxy;

    @BeforeEach
    void start() throws IOException {
        couchbase = new MockCouchbase();
        proxy = new ChaosProxy(couchbase.port());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        couchbase.close();
    }

    @ParameterizedTest
    @EnumSource
    void warmEntriesAreServedAndTheOthersLoadedAndL2IsUsedAgainAfterwards(Fault fault) {
        application((context, catalog) -> {
            warm(context, catalog);
            begin(fault);
            catalog.beforeLoad(() -> {
                throw new IllegalStateException("the source is away, too");
            });
            Cache cache = context.getBean(TunedCacheManager.class).getCache("products");
            for (int round = 0; round < 20; round++) {
                for (int i = 0; i < WARM; i++) {
                    assertThat(catalog.find("" + i)).contains(new Product("" + i, 1));
                    assertThat(cache.get("" + i, () -> catalog.find("none").orElseThrow()))
                            .isEqualTo(new Product("" + i, 1));
                }
            }
            catalog.beforeLoad(() -> {});
            catalog.store(new Product("cold", 1));
            int loads = catalog.loads();
            assertThat(catalog.find("cold")).contains(new Product("cold", 1));
            assertThat(catalog.loads()).isGreaterThan(loads);

            end(fault);
            untilServedByL2(context, catalog);
        });
    }

    /** No read waits for more than the soft timeout: the loads never end, and the reads do. */
    @ParameterizedTest
    @EnumSource(names = {"BLACK_HOLE", "REFUSE"})
    void noReadWaitsForALoadThatNeverEnds(Fault fault) {
        CountDownLatch never = new CountDownLatch(1);
        application((context, catalog) -> {
            warm(context, catalog);
            begin(fault);
            catalog.beforeLoad(() -> awaitQuietly(never));
            try {
                var reads = CompletableFuture.runAsync(() -> {
                    for (int round = 0; round < 10; round++) {
                        for (int i = 0; i < WARM; i++) {
                            assertThat(catalog.find("" + i)).contains(new Product("" + i, 1));
                        }
                    }
                });
                await().until(reads::isDone);
                reads.join();
            } finally {
                never.countDown();
            }
        });
    }

    @Test
    void openBreakerKeepsEveryOperationFromTheServer() {
        application(
                (context, catalog) -> {
                    warm(context, catalog);
                    long gets = couchbase.count(CommandCode.GET);
                    begin(Fault.TEMPORARY_FAILURE);
                    for (int i = 0; i < 200; i++) {
                        catalog.store(new Product("cold-" + i, 1));
                        assertThat(catalog.find("cold-" + i)).contains(new Product("cold-" + i, 1));
                    }
                    var state = context.getBean(TunedCacheManager.class).storeState();
                    assertThat(state.breaker()).isEqualTo(Breaker.OPEN);
                    assertThat(state.lastError()).contains("KV_TEMPORARY_FAILURE");
                    assertThat(couchbase.count(CommandCode.GET) - gets).isBetween(1L, 20L);

                    long stopped = couchbase.count(CommandCode.GET);
                    end(Fault.TEMPORARY_FAILURE);
                    catalog.store(new Product("last", 1));
                    assertThat(catalog.find("last")).contains(new Product("last", 1));
                    assertThat(couchbase.count(CommandCode.GET)).isEqualTo(stopped);
                },
                "tuned.cache.breaker.open=1h",
                "tuned.cache.invalidation.mode=none",
                "tuned.cache.defaults.l1.ttl=60s");
    }

    @Test
    void corruptDocumentsAreLoadedAnewAndReplaced() {
        application((context, catalog) -> {
            warm(context, catalog);
            var documents =
                    context.getBean(Cluster.class).bucket(MockCouchbase.BUCKET).defaultCollection();
            for (int i = 0; i < WARM; i++) {
                documents.upsert(
                        CouchbaseIT.id(documents, "products", "" + i),
                        "{\"id\":",
                        UpsertOptions.upsertOptions()
                                .transcoder(RawJsonTranscoder.INSTANCE)
                                .timeout(Duration.ofSeconds(30)));
            }
            for (int round = 0; round < 20; round++) {
                for (int i = 0; i < WARM; i++) {
                    assertThat(catalog.find("" + i)).contains(new Product("" + i, 1));
                }
            }
            untilServedByL2(context, catalog);
        });
    }

    private void application(BiConsumer<ApplicationContext, Catalog> use, String... properties) {
        // Every entry is stale at once, and may be served as long as Couchbase and the source are away.
        CatalogApplication.on(proxy.port())
                .withPropertyValues(
                        "tuned.cache.defaults.l1.ttl=1ms",
                        "tuned.cache.defaults.stale-if-error=10m",
                        "spring.couchbase.env.timeouts.connect=1s")
                .withPropertyValues(properties)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    use.accept(context, context.getBean(Catalog.class));
                });
    }

    private static void warm(ApplicationContext context, Catalog catalog) {
        TunedCacheManager manager = context.getBean(TunedCacheManager.class);
        await().until(() -> {
            catalog.find("first");
            return manager.storeState().reached();
        });
        for (int i = 0; i < WARM; i++) {
            String id = "" + i;
            catalog.store(new Product(id, 1));
            // With the document in L2 and the object in L1.
            await().until(() -> {
                catalog.update(new Product(id, 1));
                return manager.storeState().consecutiveFailures() == 0;
            });
            assertThat(catalog.find(id)).isPresent();
        }
    }

    private void untilServedByL2(ApplicationContext context, Catalog catalog) {
        TunedCacheManager manager = context.getBean(TunedCacheManager.class);
        long gets = couchbase.count(CommandCode.GET);
        long hits = manager.getCache("products").region().counters().l2Hits.sum();
        await().until(() -> {
            assertThat(catalog.find("1")).contains(new Product("1", 1));
            return couchbase.count(CommandCode.GET) > gets
                    && manager.getCache("products").region().counters().l2Hits.sum() > hits;
        });
    }

    private void begin(Fault fault) {
        try {
            fault.begin(couchbase, proxy);
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private void end(Fault fault) {
        try {
            fault.end(couchbase, proxy);
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(10, TimeUnit.MINUTES);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
