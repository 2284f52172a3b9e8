/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.codec.RawJsonTranscoder;
import com.couchbase.client.java.kv.GetOptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.testcontainers.couchbase.BucketDefinition;
import org.testcontainers.couchbase.CouchbaseContainer;
import org.testcontainers.couchbase.CouchbaseService;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

import dev.tuned.cache.CatalogApplication.Catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What CouchbaseMock does not have: a Couchbase Server with a named scope and collection, durable writes, and a node
 * that stops in the middle. Skipped where no Docker runs.
 */
@Testcontainers(disabledWithoutDocker = true)
class CouchbaseServerIT {

    private static final String SCOPE = "tuned";
    private static final String COLLECTION = "near";

    // One node has no room for a replica; a majority of one is the node itself.
    @Container
    private static final CouchbaseContainer SERVER = new CouchbaseContainer("couchbase/server:community-7.6.2")
            .withEnabledServices(CouchbaseService.KV)
            .withBucket(
                    new BucketDefinition(MockCouchbase.BUCKET).withReplicas(0).withPrimaryIndex(false));

    @BeforeAll
    static void createCollection() {
        try (Cluster cluster =
                Cluster.connect(SERVER.getConnectionString(), SERVER.getUsername(), SERVER.getPassword())) {
            var collections = cluster.bucket(MockCouchbase.BUCKET).collections();
            collections.createScope(SCOPE);
            collections.createCollection(SCOPE, COLLECTION);
        }
    }

    private static ApplicationContextRunner node() {
        return CatalogApplication.on(0)
                .withPropertyValues(
                        "spring.couchbase.connection-string=" + SERVER.getConnectionString(),
                        "spring.couchbase.username=" + SERVER.getUsername(),
                        "spring.couchbase.password=" + SERVER.getPassword(),
                        "tuned.cache.couchbase.scope=" + SCOPE,
                        "tuned.cache.couchbase.collection=" + COLLECTION,
                        "tuned.cache.couchbase.durability=majority",
                        "tuned.cache.invalidation.poll=100ms");
    }

    @Test
    void putGetEvictAndClearGoThroughANamedCollectionAndReachTheOtherNode() {
        node().run(first -> node().run(second -> {
            Catalog writer = ready(first);
            Catalog reader = ready(second);

            writer.store(new Product("1", 1));
            reader.store(new Product("1", 1));
            writer.update(new Product("1", 1));
            var documents = first.getBean(Cluster.class)
                    .bucket(MockCouchbase.BUCKET)
                    .scope(SCOPE)
                    .collection(COLLECTION);
            assertThat(new String(documents
                            .get(
                                    "cache:products:v1:g0:1",
                                    GetOptions.getOptions().transcoder(RawJsonTranscoder.INSTANCE))
                            .contentAs(byte[].class)))
                    .isEqualTo("{\"id\":\"1\",\"version\":1}");
            assertThat(reader.find("1")).contains(new Product("1", 1));
            assertThat(reader.loads()).isZero();

            writer.update(new Product("1", 2));
            await().until(() -> reader.find("1").orElseThrow().version() == 2);
            assertThat(reader.loads()).isZero();

            reader.store(new Product("1", 3));
            writer.remove("1");
            await().until(() -> reader.find("1").orElseThrow().version() == 3);

            reader.store(new Product("1", 4));
            writer.removeAll();
            await().until(() -> reader.find("1").orElseThrow().version() == 4);
        }));
    }

    @Test
    void pausedServerCostsNoReadAndIsUsedAgainAfterwards() {
        node().withPropertyValues("tuned.cache.defaults.l1.ttl=1ms").run(context -> {
            Catalog catalog = ready(context);
            catalog.store(new Product("1", 1));
            catalog.update(new Product("1", 1));
            catalog.beforeLoad(() -> {
                throw new IllegalStateException("the source is away, too");
            });
            SERVER.getDockerClient().pauseContainerCmd(SERVER.getContainerId()).exec();
            try {
                for (int i = 0; i < 200; i++) {
                    assertThat(catalog.find("1")).contains(new Product("1", 1));
                }
            } finally {
                SERVER.getDockerClient()
                        .unpauseContainerCmd(SERVER.getContainerId())
                        .exec();
            }
            NearCacheManager manager = context.getBean(NearCacheManager.class);
            long hits = manager.getCache("products").region().statistics().l2Hits();
            await().until(() -> {
                assertThat(catalog.find("1")).contains(new Product("1", 1));
                return manager.getCache("products").region().statistics().l2Hits() > hits;
            });
        });
    }

    private static Catalog ready(ApplicationContext context) {
        NearCacheManager manager = context.getBean(NearCacheManager.class);
        await().atMost(Duration.ofMinutes(2)).until(() -> manager.storeState().reached());
        return context.getBean(Catalog.class);
    }
}
