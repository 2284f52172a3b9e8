/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import com.couchbase.client.java.Cluster;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import dev.tuned.cache.store.CouchbaseLocation;

/** Whether there is a Couchbase to keep documents in, and where. */
final class RemoteLocation {

    private final @Nullable Cluster cluster;
    private final @Nullable String bucket;
    private final CacheProperties properties;

    /**
     * Settles the location.
     *
     * @param cluster the connection, if there is one
     * @param dataBucket the bucket of Spring Data Couchbase, if it is set
     */
    RemoteLocation(CacheProperties properties, @Nullable Cluster cluster, @Nullable String dataBucket) {
        String own = properties.couchbase().bucket();
        this.properties = properties;
        this.cluster = cluster;
        this.bucket = StringUtils.hasText(own) ? own : dataBucket;
    }

    @Nullable
    CouchbaseLocation location() {
        if (cluster == null || !StringUtils.hasText(bucket)) {
            return null;
        }
        return new CouchbaseLocation(
                cluster,
                bucket,
                properties.couchbase().scope(),
                properties.couchbase().collection());
    }

    String description(String ttl) {
        if (cluster == null) {
            return "none (no Cluster bean: set spring.couchbase.connection-string)";
        }
        return StringUtils.hasText(bucket)
                ? "Couchbase bucket '" + bucket + "' for " + ttl
                : "none (no bucket: set tuned.cache.couchbase.bucket)";
    }
}
