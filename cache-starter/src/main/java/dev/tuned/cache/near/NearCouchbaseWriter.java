/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

import com.couchbase.client.java.codec.Transcoder;
import org.jspecify.annotations.Nullable;
import org.springframework.data.couchbase.cache.CouchbaseCacheConfiguration;
import org.springframework.data.couchbase.cache.CouchbaseCacheWriter;

import dev.tuned.cache.notify.CouchbaseDocuments;
import dev.tuned.cache.notify.Key;

/**
 * Spring's own Couchbase writer with a memory in front of it. The application's transcoder makes and reads the documents; what is in memory is
 * their bytes. What belongs to caches that are not near is passed on, as if this writer were not there. Thread-safe.
 */
public final class NearCouchbaseWriter implements CouchbaseCacheWriter {

    private final CouchbaseCacheWriter delegate;
    private final NearStore store;
    private final BiFunction<String, CouchbaseCacheConfiguration, @Nullable CouchbaseNearCache> near;
    private final Map<String, Optional<CouchbaseNearCache>> caches = new ConcurrentHashMap<>();
    /** The cache that calls, which the writer is not told: it computes the prefix of its key just before, on the same thread. */
    private static final ThreadLocal<@Nullable CouchbaseNearCache> calling = new ThreadLocal<>();

    /**
     * Creates a writer.
     *
     * @param delegate Spring's
     * @param near makes the near cache of a name, once; null: it is not near
     */
    public NearCouchbaseWriter(
            CouchbaseCacheWriter delegate,
            NearStore store,
            BiFunction<String, CouchbaseCacheConfiguration, @Nullable CouchbaseNearCache> near) {
        this.delegate = delegate;
        this.store = store;
        this.near = near;
    }

    /** An equal configuration, whose caches this writer knows when they call. */
    public CouchbaseCacheConfiguration know(CouchbaseCacheConfiguration configuration) {
        return configuration.computePrefixWith(name -> {
            Optional<CouchbaseNearCache> cache = caches.get(name);
            if (cache == null) {
                cache = caches.computeIfAbsent(name, key -> Optional.ofNullable(near.apply(key, configuration)));
            }
            calling.set(cache.orElse(null));
            return configuration.getKeyPrefixFor(name);
        });
    }

    private @Nullable CouchbaseNearCache calling() {
        CouchbaseNearCache cache = calling.get();
        calling.remove();
        return cache;
    }

    @Override
    public @Nullable Object get(@Nullable String collection, String id, Transcoder transcoder) {
        return get(collection, id, transcoder, Object.class);
    }

    @Override
    public @Nullable Object get(@Nullable String collection, String id, Transcoder transcoder, Class<?> type) {
        CouchbaseNearCache cache = calling();
        Key key = (cache != null) ? cache.key(id) : null;
        if (cache == null || key == null) {
            return delegate.get(collection, id, transcoder, type);
        }
        byte[] document = store.inMemory(cache.name, key);
        if (document == null) {
            document = store.read(cache, key);
        }
        return (document != null) ? CouchbaseDocuments.decode(transcoder, document, type) : null;
    }

    @Override
    public void put(
            @Nullable String collection, String id, Object value, @Nullable Duration expiry, Transcoder transcoder) {
        CouchbaseNearCache cache = calling();
        Key key = (cache != null) ? cache.key(id) : null;
        if (cache == null || key == null) {
            delegate.put(collection, id, value, expiry, transcoder);
            return;
        }
        byte[] document = CouchbaseDocuments.encode(transcoder, value);
        boolean load = store.misses.isLoad(key);
        Long missed = store.misses.take(key);
        if (missed != null) {
            store.fill(cache, key, document, expiry, missed, load);
        } else {
            store.change(cache, key, document, expiry, false, () -> {
                cache.put(key, document, expiry);
                return true;
            });
        }
    }

    @Override
    public @Nullable Object putIfAbsent(
            @Nullable String collection, String id, Object value, @Nullable Duration expiry, Transcoder transcoder) {
        return putIfAbsent(collection, id, value, expiry, transcoder, Object.class);
    }

    @Override
    public @Nullable Object putIfAbsent(
            @Nullable String collection,
            String id,
            Object value,
            @Nullable Duration expiry,
            Transcoder transcoder,
            Class<?> type) {
        CouchbaseNearCache cache = calling();
        Key key = (cache != null) ? cache.key(id) : null;
        if (cache == null || key == null) {
            return delegate.putIfAbsent(collection, id, value, expiry, transcoder, type);
        }
        byte[] there = store.putIfAbsent(cache, key, CouchbaseDocuments.encode(transcoder, value), expiry);
        return (there != null) ? CouchbaseDocuments.decode(transcoder, there, type) : null;
    }

    @Override
    public boolean remove(@Nullable String collection, String id) {
        CouchbaseNearCache cache = calling();
        Key key = (cache != null) ? cache.key(id) : null;
        return (cache == null || key == null) ? delegate.remove(collection, id) : store.delete(cache, key, true);
    }

    @Override
    public long clear(@Nullable String collection, String prefix) {
        CouchbaseNearCache cache = calling();
        return (cache == null)
                ? delegate.clear(collection, prefix)
                : store.delete(cache, cache.all(prefix), false) ? 1 : 0;
    }
}
