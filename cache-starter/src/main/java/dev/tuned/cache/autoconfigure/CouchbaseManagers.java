/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

import com.couchbase.client.core.error.CouchbaseException;
import com.couchbase.client.core.error.RequestCanceledException;
import com.couchbase.client.core.error.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.CacheManager;
import org.springframework.data.couchbase.CouchbaseClientFactory;
import org.springframework.data.couchbase.cache.CouchbaseCacheConfiguration;
import org.springframework.data.couchbase.cache.CouchbaseCacheManager;
import org.springframework.data.couchbase.cache.CouchbaseCacheManager.CouchbaseCacheManagerBuilder;
import org.springframework.data.couchbase.cache.CouchbaseCacheWriter;
import org.springframework.data.couchbase.cache.DefaultCouchbaseCacheWriter;
import org.springframework.util.Assert;

import dev.tuned.cache.near.CouchbaseNearCache;
import dev.tuned.cache.near.NearStore;
import dev.tuned.cache.near.NearWriter;
import dev.tuned.cache.notify.CouchbaseChannel;

import static dev.tuned.cache.autoconfigure.NearManagers.field;

/** {@link CouchbaseCacheManager}s. What they are made of is read by reflection; whatever is missing throws, and the manager stays as it is. */
final class CouchbaseManagers {

    private CouchbaseManagers() {}

    /** What is in front of the application's bucket; null: there is none, or several. */
    static @Nullable NearStore anyStore(NearManagers near) {
        CouchbaseClientFactory clients =
                near.beans().getBeanProvider(CouchbaseClientFactory.class).getIfUnique();
        return (clients != null) ? store(near, clients) : null;
    }

    private static NearStore store(NearManagers near, CouchbaseClientFactory clients) {
        return near.store(
                clients,
                "Couchbase",
                failure -> failure instanceof CouchbaseException
                        && !(failure instanceof TimeoutException || failure instanceof RequestCanceledException),
                () -> new CouchbaseChannel(
                        () -> clients.getBucket().defaultCollection(),
                        near.settings().getChannel(),
                        near::isUsed,
                        near.threads()));
    }

    /**
     * An equal manager, whose near caches have a memory in front of them; the manager itself if it has none.
     *
     * @throws RuntimeException if what it is made of is not known
     */
    @SuppressWarnings("unchecked")
    static CacheManager near(NearManagers near, String bean, CacheManager plain) {
        CouchbaseCacheManager manager = (CouchbaseCacheManager) plain;
        CouchbaseCacheWriter writer = (CouchbaseCacheWriter) field(manager, "cacheWriter");
        Map<String, CouchbaseCacheConfiguration> initial =
                (Map<String, CouchbaseCacheConfiguration>) field(manager, "initialCacheConfiguration");
        boolean dynamic = (boolean) field(manager, "allowInFlightCacheCreation");
        if (writer instanceof NearWriter
                || (!dynamic && initial.keySet().stream().noneMatch(near.settings()::isNear))) {
            return manager;
        }
        Assert.state(writer.getClass() == DefaultCouchbaseCacheWriter.class, () -> "not known is " + writer.getClass());
        CouchbaseClientFactory clients = (CouchbaseClientFactory) field(writer, "clientFactory");
        near.add(bean, dynamic);
        NearStore store = store(near, clients);
        UnaryOperator<CouchbaseCacheConfiguration> known = all -> CouchbaseNearCache.known(
                all,
                (name, configuration) ->
                        !near.settings().isNear(name) || CouchbaseNearCache.isRefused(clients, configuration)
                                ? null
                                : near.add(new CouchbaseNearCache(
                                        bean,
                                        name,
                                        manager.isTransactionAware(),
                                        near.settings(),
                                        store,
                                        clients,
                                        writer,
                                        configuration)));
        Map<String, CouchbaseCacheConfiguration> nearInitial = new LinkedHashMap<>(initial);
        nearInitial.replaceAll((name, configuration) -> known.apply(configuration));
        CouchbaseCacheManagerBuilder builder = CouchbaseCacheManager.builder(CouchbaseNearCache.writer(writer))
                .cacheDefaults(known.apply((CouchbaseCacheConfiguration) field(manager, "defaultCacheConfig")))
                .withInitialCacheConfigurations(nearInitial);
        if (manager.isTransactionAware()) {
            builder.transactionAware();
        }
        if (!dynamic) {
            builder.disableCreateOnMissingCache();
        }
        return builder.build();
    }
}
