/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.CacheManager;
import org.springframework.data.couchbase.CouchbaseClientFactory;
import org.springframework.data.couchbase.cache.CouchbaseCacheConfiguration;
import org.springframework.data.couchbase.cache.CouchbaseCacheManager;
import org.springframework.data.couchbase.cache.CouchbaseCacheManager.CouchbaseCacheManagerBuilder;
import org.springframework.data.couchbase.cache.CouchbaseCacheWriter;
import org.springframework.data.couchbase.cache.DefaultCouchbaseCacheWriter;
import org.springframework.util.Assert;

import dev.tuned.cache.far.CouchbaseClient;
import dev.tuned.cache.near.NearCache;
import dev.tuned.cache.near.NearCouchbaseWriter;
import dev.tuned.cache.near.NearStore;
import dev.tuned.cache.notify.CouchbaseChannel;

/**
 * {@link CouchbaseCacheManager}s, whose parts are read by reflection as those of Redis. Spring's writer is not told which cache a document
 * belongs to: its key's prefix says so.
 */
final class CouchbaseManagers implements NearManagers.Kind {

    /** What follows a cache's name in Spring's own prefix. */
    private static final String SEPARATOR = "::";

    @Override
    public boolean isKnown(CacheManager manager) {
        return manager instanceof CouchbaseCacheManager;
    }

    @Override
    public boolean isExactly(CacheManager manager) {
        return manager.getClass() == CouchbaseCacheManager.class;
    }

    @Override
    public boolean isNear(CacheManager manager) {
        return Parts.field(manager, "cacheWriter") instanceof NearCouchbaseWriter;
    }

    @Override
    public boolean isDynamic(CacheManager manager) {
        return (Boolean) Parts.field(manager, "allowInFlightCacheCreation");
    }

    @Override
    @SuppressWarnings("unchecked")
    public CacheManager near(NearManagers near, String bean, CacheManager known) {
        CouchbaseCacheManager manager = (CouchbaseCacheManager) known;
        CouchbaseCacheWriter writer = (CouchbaseCacheWriter) Parts.field(manager, "cacheWriter");
        Map<String, CouchbaseCacheConfiguration> initial =
                (Map<String, CouchbaseCacheConfiguration>) Parts.field(manager, "initialCacheConfiguration");
        if (writer instanceof NearCouchbaseWriter
                || (!isDynamic(manager) && initial.keySet().stream().noneMatch(near.settings()::isNear))) {
            return manager;
        }
        Assert.state(writer.getClass() == DefaultCouchbaseCacheWriter.class, () -> "not known is " + writer.getClass());
        CouchbaseClientFactory clients = (CouchbaseClientFactory) Parts.field(writer, "clientFactory");
        CouchbaseCacheConfiguration standard = (CouchbaseCacheConfiguration) Parts.field(manager, "defaultCacheConfig");
        NearStore store = near.store(
                clients,
                "Couchbase",
                () -> new CouchbaseChannel(
                        () -> clients.getBucket().defaultCollection(),
                        near.settings().getChannel(),
                        near::isUsed,
                        near.threads()));
        Names names = new Names(near, bean, manager, new CouchbaseClient(clients), writer, initial, standard);
        CouchbaseCacheManagerBuilder builder = CouchbaseCacheManagerBuilder.fromCacheWriter(new NearCouchbaseWriter(
                        writer, store, () -> clients.getCluster().environment().transcoder(), names::cache))
                .cacheDefaults(standard)
                .withInitialCacheConfigurations(initial);
        if (manager.isTransactionAware()) {
            builder.transactionAware();
        }
        if (!isDynamic(manager)) {
            builder.disableCreateOnMissingCache();
        }
        return builder.build();
    }

    /** Which cache a document belongs to. */
    private final class Names {

        /** A collection and the beginning of the keys in it. */
        private record Place(@Nullable String collection, String prefix) {}

        private final NearManagers near;
        private final String bean;
        private final CouchbaseCacheManager manager;
        private final CouchbaseClient client;
        private final CouchbaseCacheWriter writer;
        private final CouchbaseCacheConfiguration standard;
        private final boolean dynamic;
        private final Map<Place, String> declared = new LinkedHashMap<>();
        private final Map<Place, Optional<NearCache>> caches = new ConcurrentHashMap<>();

        Names(
                NearManagers near,
                String bean,
                CouchbaseCacheManager manager,
                CouchbaseClient client,
                CouchbaseCacheWriter writer,
                Map<String, CouchbaseCacheConfiguration> initial,
                CouchbaseCacheConfiguration standard) {
            this.near = near;
            this.bean = bean;
            this.manager = manager;
            this.client = client;
            this.writer = writer;
            this.standard = standard;
            this.dynamic = isDynamic(manager);
            initial.forEach(this::declare);
            if (dynamic) {
                near.settings().getNear().stream()
                        .filter(name -> !initial.containsKey(name))
                        .forEach(name -> declare(name, standard));
            }
        }

        private void declare(String name, CouchbaseCacheConfiguration configuration) {
            Assert.state(configuration.usePrefix(), () -> "the documents of cache " + name + " have no prefix");
            declared.put(new Place(configuration.getCollectionName(), configuration.getKeyPrefixFor(name)), name);
        }

        @Nullable
        NearCache cache(@Nullable String collection, String id) {
            for (Map.Entry<Place, String> each : declared.entrySet()) {
                Place place = each.getKey();
                if (id.startsWith(place.prefix) && Objects.equals(collection, place.collection)) {
                    return cache(place, each.getValue());
                }
            }
            int end = dynamic ? id.indexOf(SEPARATOR) : -1;
            if (end < 0 || !standard.getKeyPrefixFor(id.substring(0, end)).equals(id.substring(0, end) + SEPARATOR)) {
                return null;
            }
            return cache(new Place(collection, id.substring(0, end) + SEPARATOR), id.substring(0, end));
        }

        private @Nullable NearCache cache(Place place, String name) {
            Optional<NearCache> cache = caches.get(place);
            if (cache == null) {
                cache = caches.computeIfAbsent(place, key -> make(key, name));
            }
            return cache.orElse(null);
        }

        private Optional<NearCache> make(Place place, String name) {
            return near.settings().isNear(name)
                    ? Optional.of(near.add(
                            bean,
                            name,
                            client.cache(writer, place.collection),
                            manager.isTransactionAware(),
                            () -> place.prefix))
                    : Optional.empty();
        }
    }
}
