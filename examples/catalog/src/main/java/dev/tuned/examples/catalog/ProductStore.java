/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.ReactiveCollection;
import com.couchbase.client.java.codec.RawJsonTranscoder;
import com.couchbase.client.java.kv.GetOptions;
import com.couchbase.client.java.kv.UpsertOptions;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import tools.jackson.databind.json.JsonMapper;

/**
 * Products in Couchbase, one JSON document each. Safe for use by many threads.
 *
 * <p>Every method throws {@link com.couchbase.client.core.error.CouchbaseException} when Couchbase does not answer in time.
 */
@Component
class ProductStore {

    private static final int MAX_KEY_BYTES = 250;
    private static final int SAMPLES_AT_A_TIME = 64;

    private final Cluster cluster;
    private final String bucket;
    private final JsonMapper json;
    private final StageTimer stages;

    ProductStore(Cluster cluster, CatalogProperties properties, JsonMapper json, ObjectProvider<StageTimer> stages) {
        this.cluster = cluster;
        this.bucket = properties.couchbase().bucket();
        this.json = json;
        this.stages = stages.getIfAvailable(() -> StageTimer.NONE);
    }

    static String key(String id) {
        return "product::" + id;
    }

    /** Whether Couchbase can hold a document under this id; it takes keys of at most 250 bytes. */
    static boolean isValid(String id) {
        return !id.isBlank() && key(id).getBytes(StandardCharsets.UTF_8).length <= MAX_KEY_BYTES;
    }

    /** Reads and parses a product: the work that a cache in front saves. */
    @Cacheable("products")
    public Optional<Product> find(String id) {
        try {
            byte[] document = stages.time("cache read", () -> read(id));
            return Optional.of(stages.time("parse", () -> json.readValue(document, Product.class)));
        } catch (DocumentNotFoundException e) {
            return Optional.empty();
        }
    }

    private byte[] read(String id) {
        return products()
                .get(key(id), GetOptions.getOptions().transcoder(RawJsonTranscoder.INSTANCE))
                .contentAs(byte[].class);
    }

    /** Reads any document, past every cache; returns when Couchbase answered. */
    void ping() {
        try {
            products().get(key("1"), GetOptions.getOptions().transcoder(RawJsonTranscoder.INSTANCE));
        } catch (DocumentNotFoundException e) {
            // An empty bucket answers too.
        }
    }

    /** Writes a product under the id. */
    @CacheEvict(cacheNames = "products", key = "#id")
    public void save(String id, Product product) {
        products().upsert(key(id), json.writeValueAsBytes(product), raw());
    }

    /** Writes all samples, some of them at a time, and returns when they are there. */
    void saveSamples() {
        ReactiveCollection target = products().reactive();
        Flux.range(1, Samples.COUNT)
                .flatMap(
                        number -> target.upsert(key(String.valueOf(number)), Samples.json(number), raw()),
                        SAMPLES_AT_A_TIME)
                .blockLast();
    }

    private static UpsertOptions raw() {
        return UpsertOptions.upsertOptions().transcoder(RawJsonTranscoder.INSTANCE);
    }

    private Collection products() {
        return cluster.bucket(bucket).defaultCollection();
    }
}
