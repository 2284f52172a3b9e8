/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.codec.RawBinaryTranscoder;
import com.couchbase.client.java.kv.GetOptions;
import com.couchbase.client.java.kv.GetResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import dev.tuned.cache.CatalogApplication.Catalog;
import dev.tuned.cache.TestCluster.AnyCertificate;
import dev.tuned.cache.manager.TunedCacheManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What the starter needs of Couchbase, on whichever cluster {@link TestCluster} is. */
class CouchbaseClusterIT {

    private static final String SCOPE = "tuned";
    private static final String COLLECTION = "near";
    private static final String TOMBSTONE = "\0removed";

    private static final TestCluster CLUSTER = new TestCluster();

    @AfterAll
    static void stop() {
        CLUSTER.close();
    }

    private static ApplicationContextRunner node(String... more) {
        return CatalogApplication.on(0)
                .withPropertyValues(CLUSTER.properties())
                .withPropertyValues(
                        "tuned.cache.invalidation.mode=couchbase",
                        "tuned.cache.invalidation.poll=100ms",
                        "tuned.cache.defaults.l2.soft-timeout=1s",
                        "tuned.cache.defaults.l2.hard-timeout=2s")
                .withPropertyValues(more);
    }

    /** Every test begins with no document of the region. */
    @BeforeEach
    void clear() {
        node().run(context -> ready(context).removeAll());
    }

    @Test
    void valueIsReadByTheOtherProcessInsteadOfLoaded() {
        node().run(first -> node().run(second -> {
            Catalog writer = ready(first);
            Catalog reader = ready(second);
            writer.store(new Product("1", 1));
            writer.find("1");
            await().until(() -> document(first, "1") != null);
            assertThat(content(first, "1")).endsWith(",\"value\":{\"id\":\"1\",\"version\":1}}");
            assertThat(reader.find("1")).contains(new Product("1", 1));
            assertThat(reader.loads()).isZero();
        }));
    }

    @Test
    void changesReachTheOtherProcess() {
        node().run(first -> node().run(second -> changesReach(first, second)));
    }

    private static void changesReach(ApplicationContext first, ApplicationContext second) {
        Catalog writer = ready(first);
        Catalog reader = ready(second);
        writer.update(new Product("1", 1));
        assertThat(reader.find("1")).contains(new Product("1", 1));

        writer.update(new Product("1", 2));
        await().until(() -> reader.find("1").orElseThrow().version() == 2);
        assertThat(reader.loads()).isZero();

        reader.store(new Product("1", 3));
        writer.remove("1");
        await().until(() -> reader.find("1").orElseThrow().version() == 3);

        reader.store(new Product("1", 4));
        writer.removeAll();
        await().until(() -> reader.find("1").orElseThrow().version() == 4);
    }

    @Test
    void evictionLeavesATombstoneThatExpires() {
        node().run(context -> {
            Catalog catalog = ready(context);
            catalog.update(new Product("1", 1));
            catalog.remove("1");
            assertThat(content(context, "1")).isEqualTo(TOMBSTONE);
            CLUSTER.pass(Duration.ofSeconds(31));
            assertThat(document(context, "1")).isNull();
        });
    }

    @Test
    void valueLoadedWhileItsKeyIsRemovedIsNotKept() {
        node().run(first -> node().run(second -> {
            Catalog reader = ready(first);
            Catalog remover = ready(second);
            reader.store(new Product("1", 1));
            reader.beforeLoad(() -> remover.remove("1"));
            assertThat(reader.find("1")).contains(new Product("1", 1));
            await().during(Duration.ofMillis(300)).until(() -> TOMBSTONE.equals(content(first, "1")));
        }));
    }

    @Test
    void clearChangesTheGenerationOfAllKeys() {
        node().run(context -> {
            Catalog catalog = ready(context);
            catalog.update(new Product("1", 1));
            String before = id("1", generation(context));
            catalog.removeAll();
            assertThat(id("1", generation(context))).isNotEqualTo(before);
            catalog.store(new Product("1", 2));
            assertThat(catalog.find("1")).contains(new Product("1", 2));
            await().until(() -> document(context, "1") != null);
        });
    }

    @Test
    void documentExpires() {
        node("tuned.cache.regions.products.l2.ttl=30s").run(context -> {
            ready(context).update(new Product("1", 1));
            assertThat(document(context, "1")).isNotNull();
            CLUSTER.pass(Duration.ofSeconds(31));
            assertThat(document(context, "1")).isNull();
        });
    }

    @Test
    void writesMayWaitForAMajority() {
        node("tuned.cache.couchbase.durability=majority").run(context -> {
            assumeFalse(CLUSTER.isMock(), "CouchbaseMock has no durable writes");
            ready(context).update(new Product("1", 1));
            assertThat(content(context, "1")).endsWith(",\"value\":{\"id\":\"1\",\"version\":1}}");
        });
    }

    @Test
    void documentsAreInANamedCollection() {
        assumeFalse(CLUSTER.isMock(), "CouchbaseMock has no collections");
        node().run(CouchbaseClusterIT::createCollection);
        String[] named = {"tuned.cache.couchbase.scope=" + SCOPE, "tuned.cache.couchbase.collection=" + COLLECTION};
        node(named)
                .run(first -> node(named).run(second -> {
                    changesReach(first, second);
                    Collection collection = first.getBean(Cluster.class)
                            .bucket(CLUSTER.bucket())
                            .scope(SCOPE)
                            .collection(COLLECTION);
                    assertThat(collection
                                    .exists(id("1", generation(collection)))
                                    .exists())
                            .isTrue();
                }));
    }

    private static void createCollection(ApplicationContext context) {
        ready(context);
        var collections =
                context.getBean(Cluster.class).bucket(CLUSTER.bucket()).collections();
        if (collections.getAllScopes().stream().noneMatch(scope -> scope.name().equals(SCOPE))) {
            collections.createScope(SCOPE);
            collections.createCollection(SCOPE, COLLECTION);
        }
    }

    @Test
    void connectionMayBeEncrypted() {
        assumeFalse(CLUSTER.isMock(), "CouchbaseMock has no TLS");
        List<String> address = new ArrayList<>();
        node().run(context -> {
            ready(context);
            address.add(CLUSTER.encrypted(context.getBean(Cluster.class)));
        });
        String[] encrypted = CLUSTER.propertiesFor(address.get(0));
        node(encrypted)
                .withUserConfiguration(AnyCertificate.class)
                .run(first -> node().run(second -> {
                    changesReach(first, second);
                    assertThat(first.getBean(Cluster.class)
                                    .environment()
                                    .securityConfig()
                                    .tlsEnabled())
                            .isTrue();
                }));
    }

    @Test
    void nodeThatLeavesFailsNoReadAndIsUsedAgainWhenItIsBack() throws Exception {
        List<Integer> ports = new ArrayList<>();
        node().run(context -> {
            ready(context);
            Cluster cluster = context.getBean(Cluster.class);
            assumeTrue(CLUSTER.isOnThisMachine(cluster), "the nodes are not on this machine");
            ports.addAll(CLUSTER.ports(cluster));
        });
        assumeTrue(ports.size() > 1, "the cluster has one node");
        List<ChaosProxy> proxies = ChaosProxy.before(ports);
        try {
            String[] through = CLUSTER.propertiesFor(
                    "couchbase://127.0.0.1:" + proxies.get(0).port());
            node(through).withPropertyValues("tuned.cache.defaults.l1.ttl=1ms").run(context -> {
                Catalog catalog = ready(context);
                for (int id = 0; id < 100; id++) {
                    catalog.update(new Product("" + id, 1));
                }
                ChaosProxy leaving = proxies.get(proxies.size() - 1);
                leaving.refuse();
                readAll(catalog);
                assertThat(catalog.loads()).as("of the node that left").isPositive();
                assertThat(hits(context)).as("from the node that stayed").isPositive();
                leaving.restore();
                await().atMost(Duration.ofMinutes(1)).until(() -> {
                    int before = catalog.loads();
                    readAll(catalog);
                    return catalog.loads() == before;
                });
            });
        } finally {
            for (ChaosProxy proxy : proxies) {
                proxy.close();
            }
        }
    }

    private static void readAll(Catalog catalog) {
        for (int id = 0; id < 100; id++) {
            assertThat(catalog.find("" + id)).contains(new Product("" + id, 1));
        }
    }

    private static long hits(ApplicationContext context) {
        return context.getBean(TunedCacheManager.class)
                .getCache("products")
                .region()
                .counters()
                .l2Hits
                .sum();
    }

    private static Catalog ready(ApplicationContext context) {
        TunedCacheManager manager = context.getBean(TunedCacheManager.class);
        Catalog catalog = context.getBean(Catalog.class);
        await().atMost(Duration.ofMinutes(2)).until(() -> {
            catalog.find("first");
            return manager.storeState().reached();
        });
        return catalog;
    }

    private static Collection documents(ApplicationContext context) {
        return context.getBean(Cluster.class).bucket(CLUSTER.bucket()).defaultCollection();
    }

    private static long generation(ApplicationContext context) {
        return generation(documents(context));
    }

    /** The number in the document that counts the clears of the region. */
    private static long generation(Collection documents) {
        try {
            byte[] number = documents
                    .get(
                            CLUSTER.keyPrefix() + ":products:generation",
                            GetOptions.getOptions().transcoder(RawBinaryTranscoder.INSTANCE))
                    .contentAs(byte[].class);
            return Long.parseLong(new String(number, StandardCharsets.US_ASCII).strip());
        } catch (DocumentNotFoundException ex) {
            return 0;
        }
    }

    private static String id(String key, long generation) {
        return CLUSTER.keyPrefix() + ":products:g" + generation + ":" + key;
    }

    private static GetResult document(ApplicationContext context, String key) {
        try {
            return documents(context)
                    .get(
                            id(key, generation(context)),
                            GetOptions.getOptions().transcoder(RawBinaryTranscoder.INSTANCE));
        } catch (DocumentNotFoundException ex) {
            return null;
        }
    }

    private static String content(ApplicationContext context, String key) {
        GetResult document = document(context, key);
        return (document != null) ? new String(document.contentAs(byte[].class), StandardCharsets.UTF_8) : null;
    }
}
