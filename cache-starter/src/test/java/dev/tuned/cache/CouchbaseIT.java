/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;

import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.codec.RawJsonTranscoder;
import com.couchbase.client.java.kv.GetOptions;
import com.couchbase.client.java.kv.UpsertOptions;
import com.couchbase.mock.Info;
import com.couchbase.mock.memcached.protocol.CommandCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

import dev.tuned.cache.CatalogApplication.Catalog;
import dev.tuned.cache.manager.TunedCacheManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** What goes over the wire and what stands in Couchbase. */
@ExtendWith(OutputCaptureExtension.class)
class CouchbaseIT {

    private final MockCouchbase couchbase = new MockCouchbase();

    @AfterEach
    void stop() {
        couchbase.close();
    }

    @Test
    void thousandReadsOfAHotKeyAreOneGet() {
        node((catalog, documents) -> {
            long before = couchbase.count(CommandCode.GET);
            catalog.store(new Product("1", 1));
            for (int i = 0; i < 1000; i++) {
                assertThat(catalog.find("1")).contains(new Product("1", 1));
            }
            assertThat(catalog.loads()).isEqualTo(1);
            assertThat(couchbase.count(CommandCode.GET) - before).isEqualTo(1);
        });
    }

    @Test
    void valueIsPlainJsonThatAnotherInstanceReadsInsteadOfLoading() {
        node((catalog, documents) -> {
            catalog.store(new Product("1", 1));
            catalog.find("1");
            assertThat(eventually(documents, "products", "1")).endsWith(",\"value\":{\"id\":\"1\",\"version\":1}}");
        });
        node((catalog, documents) -> {
            assertThat(catalog.find("1")).contains(new Product("1", 1));
            assertThat(catalog.loads()).isZero();
        });
    }

    @Test
    void futuresPublishersAndListsAreReadByAnotherInstanceToo() {
        node((catalog, documents) -> {
            catalog.store(new Product("1", 1));
            catalog.store(new Product("2", 1));
            catalog.findLater("1").join();
            catalog.findReactively("1").block();
            catalog.findAll("1", "2");
            eventually(documents, "future-products", "1");
            eventually(documents, "mono-products", "1");
            eventually(documents, "product-lists", "~K1:11:2");
        });
        node((catalog, documents) -> {
            assertThat(catalog.findLater("1").join()).isEqualTo(new Product("1", 1));
            assertThat(catalog.findReactively("1").block()).isEqualTo(new Product("1", 1));
            assertThat(catalog.findAll("1", "2")).containsExactly(new Product("1", 1), new Product("2", 1));
            assertThat(catalog.loads()).isZero();
        });
    }

    @Test
    void nullResultIsKeptForItsOwnShortTime() {
        node((catalog, documents) -> {
            assertThat(catalog.find("none")).isEmpty();
            assertThat(catalog.find("none")).isEmpty();
            assertThat(catalog.loads()).isEqualTo(1);
            assertThat(eventually(documents, "products", "none")).endsWith("\"value\":null}");
        });
        node((catalog, documents) -> {
            assertThat(catalog.find("none")).isEmpty();
            assertThat(catalog.loads()).isZero();
        });
        Info.timeTravel(301);
        try {
            node((catalog, documents) -> {
                catalog.find("none");
                assertThat(catalog.loads()).isEqualTo(1);
            });
        } finally {
            Info.timeTravel(-301);
        }
    }

    @Test
    void documentsExpire() {
        node((catalog, documents) -> {
            catalog.store(new Product("1", 1));
            catalog.find("1");
            eventually(documents, "products", "1");
            String first = id(documents, "products", "1");
            Info.timeTravel(601);
            try {
                assertThatExceptionOfType(DocumentNotFoundException.class).isThrownBy(() -> documents.get(first));
            } finally {
                Info.timeTravel(-601);
            }
        });
    }

    @Test
    void documentThatIsNotOfTheDeclaredTypeIsAMissAndIsReplaced(CapturedOutput output) {
        node((catalog, documents) -> {
            for (String content : List.of("{\"id\":", "[1]", "\"text\"", "{\"version\":\"x\"}", "\u0000\u0001")) {
                catalog.store(new Product(content, 1));
                String id = id(documents, "products", content);
                documents.upsert(id, content, UpsertOptions.upsertOptions().transcoder(RawJsonTranscoder.INSTANCE));
                assertThat(catalog.find(content)).contains(new Product(content, 1));
                await().until(() -> text(documents, id).contains("\"version\":1"));
            }
        });
        assertThat(output)
                .containsOnlyOnce("is not JSON of the declared type")
                .doesNotContainPattern("is not JSON of the declared type.*\\R(.*Exception.*\\R)?\tat ");
    }

    @Test
    void updateReplacesTheDocumentAndEvictionLeavesATombstone() {
        node((catalog, documents) -> {
            catalog.store(new Product("1", 1));
            catalog.find("1");
            eventually(documents, "products", "1");
            catalog.update(new Product("1", 2));
            assertThat(text(documents, id(documents, "products", "1"))).contains("\"version\":2");
            assertThat(catalog.find("1")).contains(new Product("1", 2));
            assertThat(catalog.loads()).isEqualTo(1);
            catalog.remove("1");
            assertThat(text(documents, id(documents, "products", "1"))).isEqualTo("\0removed");
            assertThat(catalog.find("1")).isEmpty();
        });
    }

    @Test
    void clearIsOneCommandAfterWhichNoInstanceThatStartsReadsWhatWas() {
        node((catalog, documents) -> {
            for (int i = 0; i < 10; i++) {
                catalog.store(new Product("" + i, 1));
                catalog.find("" + i);
                eventually(documents, "products", "" + i);
            }
            long removals = couchbase.count(CommandCode.DELETE);
            long counts = couchbase.count(CommandCode.INCREMENT);
            catalog.removeAll();
            assertThat(couchbase.count(CommandCode.DELETE)).isEqualTo(removals);
            assertThat(couchbase.count(CommandCode.INCREMENT)).isEqualTo(counts + 1);
            assertThat(catalog.find("1")).isEmpty();
        });
        node((catalog, documents) -> assertThat(catalog.find("2")).isEmpty());
    }

    @Test
    void keyOfAnyLengthAndContentFindsItsDocument() {
        List<String> keys = List.of("k".repeat(300), "k".repeat(300) + "x", "ключ:".repeat(60), "a b\n%00/", "");
        node((catalog, documents) -> {
            long before = couchbase.count(CommandCode.ADD);
            for (String key : keys) {
                catalog.store(new Product(key, 1));
                catalog.find(key);
            }
            await().until(() -> couchbase.count(CommandCode.ADD) >= before + keys.size());
        });
        node((catalog, documents) -> {
            keys.forEach(key -> assertThat(catalog.find(key)).contains(new Product(key, 1)));
            assertThat(catalog.loads()).isZero();
        });
    }

    /** One start of the application, from connection to shutdown. */
    private void node(BiConsumer<Catalog, Collection> use) {
        // On a busy machine starting takes seconds and an answer may take one: too long for the defaults.
        CatalogApplication.on(couchbase.port())
                .withPropertyValues(
                        "tuned.cache.defaults.negative-ttl=5m",
                        "tuned.cache.defaults.l2.hard-timeout=30s",
                        "spring.couchbase.env.timeouts.key-value=30s")
                .run(context -> {
                    Collection documents = context.getBean(Cluster.class)
                            .bucket(MockCouchbase.BUCKET)
                            .defaultCollection();
                    await().ignoreExceptions().until(() -> documents.upsert("ping", "") != null);
                    context.getBean(TunedCacheManager.class)
                            .getCacheNames()
                            .forEach(region -> awaitL2(context, region));
                    use.accept(context.getBean(Catalog.class), documents);
                });
    }

    /** Connecting may last longer than a region's patience: then the region is without L2 until it asks again. */
    private void awaitL2(ApplicationContext context, String region) {
        await().until(() -> {
            long before = couchbase.count(CommandCode.SET);
            context.getBean(TunedCacheManager.class).getCache(region).put("ready", null);
            return couchbase.count(CommandCode.SET) > before;
        });
    }

    private static String eventually(Collection documents, String region, String key) {
        await().ignoreExceptions().until(() -> documents.get(id(documents, region, key)) != null);
        return text(documents, id(documents, region, key));
    }

    /** The document of a key in the generation that the region is in. */
    static String id(Collection documents, String region, String key) {
        String counter = "cache:" + region + ":generation";
        return "cache:" + region + ":g" + text(documents, counter).strip() + ':' + key;
    }

    private static String text(Collection documents, String id) {
        GetOptions options = GetOptions.getOptions().transcoder(RawJsonTranscoder.INSTANCE);
        return new String(documents.get(id, options).contentAs(byte[].class), StandardCharsets.UTF_8);
    }
}
