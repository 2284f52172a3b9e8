/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.util.Optional;

import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.codec.RawJsonTranscoder;
import com.couchbase.client.java.kv.GetOptions;
import com.couchbase.client.java.kv.UpsertOptions;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Products in Couchbase, one JSON document each. */
@Component
class ProductStore {

    /** Couchbase takes keys of at most 250 bytes; a character of an id has at most three of them. */
    static final int MAX_ID = 80;

    private final Cluster cluster;
    private final String bucket;
    private final JsonMapper json;

    ProductStore(Cluster cluster, @Value("${catalog.couchbase.bucket}") String bucket, JsonMapper json) {
        this.cluster = cluster;
        this.bucket = bucket;
        this.json = json;
    }

    @Cacheable("products")
    public Optional<Product> find(String id) {
        if (id.length() > MAX_ID) {
            return Optional.empty();
        }
        try {
            byte[] document = products()
                    .get(key(id), GetOptions.getOptions().transcoder(RawJsonTranscoder.INSTANCE))
                    .contentAs(byte[].class);
            return Optional.of(json.readValue(document, Product.class));
        } catch (DocumentNotFoundException ex) {
            return Optional.empty();
        }
    }

    @CacheEvict(cacheNames = "products", key = "#id")
    public void save(String id, Product product) {
        products()
                .upsert(
                        key(id),
                        json.writeValueAsBytes(product),
                        UpsertOptions.upsertOptions().transcoder(RawJsonTranscoder.INSTANCE));
    }

    private Collection products() {
        return cluster.bucket(bucket).defaultCollection();
    }

    private static String key(String id) {
        return "product::" + id;
    }
}
