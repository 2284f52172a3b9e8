/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import com.couchbase.client.java.codec.Transcoder;
import org.jspecify.annotations.Nullable;
import org.springframework.data.couchbase.cache.CouchbaseCacheWriter;

import dev.tuned.cache.far.CouchbaseClient;
import dev.tuned.cache.notify.Key;

/**
 * Spring's own Couchbase writer with a memory in front of it. The application's transcoder makes and reads the documents; what is in memory is
 * the bytes. Documents of caches that are not near are passed on, as if this writer were not there. Thread-safe.
 */
public final class NearCouchbaseWriter implements CouchbaseCacheWriter {

    private final CouchbaseCacheWriter delegate;
    private final NearStore store;
    private final Supplier<Transcoder> standard;
    private final BiFunction<@Nullable String, String, @Nullable NearCache> near;

    /**
     * Creates a writer.
     *
     * @param delegate Spring's
     * @param standard the cluster's transcoder, where a cache has none
     * @param near finds the near cache of a collection and a document's key; null: it is not near
     */
    public NearCouchbaseWriter(
            CouchbaseCacheWriter delegate,
            NearStore store,
            Supplier<Transcoder> standard,
            BiFunction<@Nullable String, String, @Nullable NearCache> near) {
        this.delegate = delegate;
        this.store = store;
        this.standard = standard;
        this.near = near;
    }

    private Transcoder orStandard(@Nullable Transcoder transcoder) {
        return transcoder != null ? transcoder : standard.get();
    }

    @Override
    public @Nullable Object get(@Nullable String collection, String id, @Nullable Transcoder transcoder) {
        return get(collection, id, transcoder, Object.class);
    }

    @Override
    public @Nullable Object get(
            @Nullable String collection, String id, @Nullable Transcoder transcoder, Class<?> type) {
        NearCache cache = near.apply(collection, id);
        if (cache == null) {
            return delegate.get(collection, id, transcoder, type);
        }
        Key key = CouchbaseClient.key(collection, id);
        byte[] value = store.inMemory(cache.name(), key);
        if (value == null) {
            value = store.orElse(null, () -> store.read(cache, key));
        }
        return value == null ? null : CouchbaseClient.decode(value, orStandard(transcoder), type);
    }

    @Override
    public void put(
            @Nullable String collection,
            String id,
            Object value,
            @Nullable Duration ttl,
            @Nullable Transcoder transcoder) {
        NearCache cache = near.apply(collection, id);
        if (cache == null) {
            delegate.put(collection, id, value, ttl, transcoder);
            return;
        }
        Key key = CouchbaseClient.key(collection, id);
        byte[] bytes = CouchbaseClient.bytes(orStandard(transcoder).encode(value));
        Long missed = store.misses.take(key);
        if (missed != null) {
            store.fill(cache, key, bytes, ttl, missed);
        } else {
            change(cache, key, bytes, ttl, false, () -> {
                delegate.put(collection, id, bytes, ttl, CouchbaseClient.BYTES);
                return true;
            });
        }
    }

    @Override
    public @Nullable Object putIfAbsent(
            @Nullable String collection,
            String id,
            Object value,
            @Nullable Duration ttl,
            @Nullable Transcoder transcoder) {
        return putIfAbsent(collection, id, value, ttl, transcoder, Object.class);
    }

    @Override
    public @Nullable Object putIfAbsent(
            @Nullable String collection,
            String id,
            Object value,
            @Nullable Duration ttl,
            @Nullable Transcoder transcoder,
            Class<?> type) {
        NearCache cache = near.apply(collection, id);
        if (cache == null) {
            return delegate.putIfAbsent(collection, id, value, ttl, transcoder, type);
        }
        Key key = CouchbaseClient.key(collection, id);
        byte[] bytes = CouchbaseClient.bytes(orStandard(transcoder).encode(value));
        byte[][] there = new byte[1][];
        change(cache, key, bytes, ttl, true, () -> {
            there[0] = cache.far().putIfAbsent(key, bytes, ttl);
            return there[0] == null;
        });
        return there[0] == null ? null : CouchbaseClient.decode(there[0], orStandard(transcoder), type);
    }

    @Override
    public boolean remove(@Nullable String collection, String id) {
        NearCache cache = near.apply(collection, id);
        return cache == null
                ? delegate.remove(collection, id)
                : change(
                        cache,
                        CouchbaseClient.key(collection, id),
                        null,
                        null,
                        true,
                        () -> delegate.remove(collection, id));
    }

    @Override
    public long clear(@Nullable String collection, String prefix) {
        NearCache cache = near.apply(collection, prefix);
        if (cache == null) {
            return delegate.clear(collection, prefix);
        }
        long[] cleared = new long[1];
        change(cache, CouchbaseClient.prefix(collection, prefix), null, null, false, () -> {
            cleared[0] = delegate.clear(collection, prefix);
            return cleared[0] > 0;
        });
        return cleared[0];
    }

    private boolean change(
            NearCache cache,
            Key key,
            byte @Nullable [] value,
            @Nullable Duration ttl,
            boolean immediate,
            Callable<Boolean> write) {
        return Boolean.TRUE.equals(store.orElse(false, () -> store.change(cache, key, value, ttl, immediate, write)));
    }
}
