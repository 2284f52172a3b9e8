/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.value.Sha256;

/** What L2 is, or why there is none. Works without Couchbase's client on the class path. */
public final class RemoteLocation {

    /**
     * Name of its bean, by which conditions find that the near cache has the application's caches: looking by type would look at
     * every bean of the application.
     */
    public static final String BEAN = "tunedCacheRemoteLocation";

    /** The bean that the starter makes where the application has no store of its own. */
    static final String STORE_BEAN = "tunedCacheStore";

    static final String BUCKET = "tuned.cache.couchbase.bucket";

    private static final String CLUSTER = "com.couchbase.client.java.Cluster";

    private static final Log log = LogFactory.getLog(RemoteLocation.class);

    private static final String PREFIX = "tuned.cache.key-prefix";

    private final @Nullable String bucket;
    private final @Nullable String keyPrefix;
    private final boolean client;
    private final List<String> clusters;
    private final List<String> stores;

    RemoteLocation(Environment environment, ListableBeanFactory beans) {
        this.bucket = bucket(environment);
        this.keyPrefix = keyPrefix(environment);
        this.stores = List.of(beans.getBeanNamesForType(L2Store.class));
        ClassLoader loader = (beans instanceof ConfigurableBeanFactory factory) ? factory.getBeanClassLoader() : null;
        this.client = ClassUtils.isPresent(CLUSTER, loader);
        // They are not needed where there is a store.
        this.clusters = (client && stores.isEmpty())
                ? List.of(beans.getBeanNamesForType(ClassUtils.resolveClassName(CLUSTER, loader), true, false))
                : List.of();
        if (stores.isEmpty() && StringUtils.hasText(environment.getProperty(BUCKET))) {
            requireCluster();
        }
        if (!stores.isEmpty() && keyPrefix == null) {
            log.warn("L2 of the cache is off: documents would be those of any other application without a name. Set"
                    + " spring.application.name or " + PREFIX);
        }
    }

    /** So that no two applications meet in one bucket; a colon in a name must not look like the end of the name. */
    private static @Nullable String keyPrefix(Environment environment) {
        String own = environment.getProperty(PREFIX);
        String application = environment.getProperty("spring.application.name");
        if (own != null || !StringUtils.hasText(application)) {
            return own;
        }
        String prefix = "cache:" + application.replace("%", "%25").replace(":", "%3A");
        return (prefix.getBytes(StandardCharsets.UTF_8).length <= SettingsCheck.MAX_PREFIX_BYTES)
                ? prefix
                : "cache:~h" + Sha256.hex(prefix);
    }

    /** The first part of every document's key; empty where there is no L2. */
    String keyPrefix() {
        return (keyPrefix != null) ? keyPrefix : "";
    }

    private void requireCluster() {
        if (!client) {
            throw new InvalidConfigurationPropertyValueException(
                    BUCKET,
                    bucket,
                    "Couchbase's client is not on the class path: add the dependency"
                            + " org.springframework.boot:spring-boot-starter-couchbase, or remove the property");
        }
        if (clusters.size() > 1) {
            throw new InvalidConfigurationPropertyValueException(
                    BUCKET,
                    bucket,
                    "there are several Cluster beans and none of them is primary: " + String.join(", ", clusters)
                            + ". Mark one of them @Primary, or define a bean of type L2Store");
        }
    }

    /** The starter's own bucket, else that of Spring Data Couchbase. */
    static @Nullable String bucket(Environment environment) {
        String own = environment.getProperty(BUCKET);
        return StringUtils.hasText(own) ? own : environment.getProperty("spring.data.couchbase.bucket-name");
    }

    /** What log lines call it. */
    String name() {
        return stores.contains(STORE_BEAN)
                ? "Couchbase bucket '" + bucket + "'"
                : "L2Store " + String.join(", ", stores);
    }

    boolean exists() {
        return !stores.isEmpty() && keyPrefix != null;
    }

    /** What it is, or why there is none. */
    public String description() {
        if (exists()) {
            return name();
        }
        if (!stores.isEmpty()) {
            return "none (no application name: set spring.application.name or " + PREFIX + ")";
        }
        if (!client) {
            return "none (no Couchbase client: add spring-boot-starter-couchbase)";
        }
        if (clusters.isEmpty()) {
            return "none (no Cluster bean: set spring.couchbase.connection-string)";
        }
        return (clusters.size() > 1 && bucket != null)
                ? "none (several Cluster beans and none of them primary: " + String.join(", ", clusters) + ")"
                : "none (no bucket: set " + BUCKET + ")";
    }
}
