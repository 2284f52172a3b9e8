/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.List;

import com.couchbase.client.java.Cluster;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

import dev.tuned.cache.store.CouchbaseLocation;
import dev.tuned.cache.store.L2Store;

/** What L2 is, or why there is none. */
final class RemoteLocation {

    /** The bean that {@link CacheAutoConfiguration} makes where the application has no store of its own. */
    static final String STORE_BEAN = "tunedCacheStore";

    static final String BUCKET = "tuned.cache.couchbase.bucket";

    private final CacheProperties.Couchbase properties;
    private final @Nullable Cluster cluster;
    private final @Nullable String bucket;
    private final List<String> clusters;
    private final List<String> stores;

    /**
     * Looks for L2.
     *
     * @param cluster the connection, if there is one that is meant
     */
    RemoteLocation(
            CacheProperties properties, @Nullable Cluster cluster, Environment environment, ListableBeanFactory beans) {
        this.properties = properties.couchbase();
        this.cluster = cluster;
        this.bucket = bucket(environment);
        this.clusters = List.of(beans.getBeanNamesForType(Cluster.class));
        this.stores = List.of(beans.getBeanNamesForType(L2Store.class, true, false));
        if (cluster == null
                && clusters.size() > 1
                && stores.isEmpty()
                && StringUtils.hasText(properties.couchbase().bucket())) {
            throw new InvalidCacheConfigurationException(
                    BUCKET,
                    bucket,
                    "there are several Cluster beans and none of them is primary: " + String.join(", ", clusters),
                    "Mark one of them @Primary, or define a bean of type L2Store.");
        }
    }

    /** The starter's own bucket, else that of Spring Data Couchbase. */
    static @Nullable String bucket(Environment environment) {
        String own = environment.getProperty(BUCKET);
        return StringUtils.hasText(own) ? own : environment.getProperty("spring.data.couchbase.bucket-name");
    }

    /** Where documents are kept in Couchbase; asked for only where there is one. */
    CouchbaseLocation location() {
        if (cluster == null || bucket == null) {
            throw new IllegalStateException("There is no Couchbase to keep documents in");
        }
        return new CouchbaseLocation(cluster, bucket, properties.scope(), properties.collection());
    }

    /** What log lines call it. */
    String name() {
        return stores.contains(STORE_BEAN)
                ? "Couchbase bucket '" + bucket + "'"
                : "L2Store " + String.join(", ", stores);
    }

    boolean exists() {
        return !stores.isEmpty();
    }

    /** What it is, or why there is none. */
    String description() {
        if (exists()) {
            return name();
        }
        if (clusters.isEmpty()) {
            return "none (no Cluster bean: set spring.couchbase.connection-string)";
        }
        return (cluster == null)
                ? "none (several Cluster beans and none of them primary: " + String.join(", ", clusters) + ")"
                : "none (no bucket: set " + BUCKET + ")";
    }
}
