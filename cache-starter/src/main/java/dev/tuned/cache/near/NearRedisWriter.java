/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.cache.CacheStatistics;
import org.springframework.data.redis.cache.CacheStatisticsCollector;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.util.ReflectionUtils;

import dev.tuned.cache.notify.Key;

/**
 * Spring's own cache writer with a memory in front of it. Keys and values are the bytes that Spring's cache made of them, with the application's
 * serializers. Caches that are not near are passed on, as if this writer were not there. Thread-safe.
 */
public final class NearRedisWriter implements RedisCacheWriter {

    private final RedisCacheWriter delegate;
    private final CacheStatisticsCollector statistics;
    private final NearStore store;
    private final BiFunction<String, RedisCacheWriter, @Nullable NearCache> near;
    private final Map<String, Optional<NearCache>> caches = new ConcurrentHashMap<>();

    /**
     * Creates a writer.
     *
     * @param delegate Spring's, or the application's
     * @param statistics where the delegate counts, if it is known
     * @param near finds the near cache of a name in front of a writer, once; null: it is not near
     */
    public NearRedisWriter(
            RedisCacheWriter delegate,
            CacheStatisticsCollector statistics,
            NearStore store,
            BiFunction<String, RedisCacheWriter, @Nullable NearCache> near) {
        this.delegate = delegate;
        this.statistics = statistics;
        this.store = store;
        this.near = near;
    }

    private @Nullable NearCache near(String name) {
        return caches.computeIfAbsent(name, key -> Optional.ofNullable(near.apply(key, delegate)))
                .orElse(null);
    }

    // Reads

    private byte @Nullable [] inMemory(String name, Key key) {
        byte[] value = store.inMemory(name, key);
        if (value != null) {
            statistics.incGets(name);
            statistics.incHits(name);
        }
        return value;
    }

    @Override
    public byte @Nullable [] get(String name, byte[] bytes) {
        Key key = new Key(bytes);
        byte[] value = inMemory(name, key);
        if (value != null) {
            return value;
        }
        NearCache cache = near(name);
        return (cache != null) ? store.read(cache, key) : delegate.get(name, bytes);
    }

    /** Called for caches with time to idle, which are not near. */
    @Override
    public byte @Nullable [] get(String name, byte[] key, @Nullable Duration ttl) {
        return delegate.get(name, key, ttl);
    }

    @Override
    public byte[] get(String name, byte[] bytes, Supplier<byte[]> loader, @Nullable Duration ttl, boolean timeToIdle) {
        NearCache cache = near(name);
        if (cache == null) {
            return delegate.get(name, bytes, loader, ttl, timeToIdle);
        }
        Key key = new Key(bytes);
        byte[] value = inMemory(name, key);
        return (value != null)
                ? value
                : store.oneLoad.get(key, store.memory.version(key), () -> load(cache, key, loader, ttl));
    }

    private byte[] load(NearCache cache, Key key, Supplier<byte[]> loader, @Nullable Duration ttl) {
        byte[] value = inMemory(cache.name, key);
        if (value != null) {
            return value;
        }
        long version = store.memory.version(key);
        value = store.read(cache, key);
        if (value == null) {
            store.misses.take(key);
            value = loader.get();
            store.fill(cache, key, value, ttl, version, true);
        }
        return value;
    }

    @Override
    public boolean supportsAsyncRetrieve() {
        return delegate.supportsAsyncRetrieve();
    }

    @Override
    public CompletableFuture<byte[]> retrieve(String name, byte[] bytes, @Nullable Duration ttl) {
        NearCache cache = near(name);
        if (cache == null || ttl != null || !supportsAsyncRetrieve()) {
            return delegate.retrieve(name, bytes, ttl);
        }
        Key key = new Key(bytes);
        byte[] value = inMemory(name, key);
        if (value != null) {
            return CompletableFuture.completedFuture(value);
        }
        CompletableFuture<byte @Nullable []> read = store.readAsync(cache, key);
        return store.hasOwnErrorHandler() ? read : read.exceptionally(ex -> null);
    }

    // Changes

    @Override
    public void put(String name, byte[] bytes, byte[] value, @Nullable Duration ttl) {
        NearCache cache = near(name);
        if (cache == null) {
            delegate.put(name, bytes, value, ttl);
            return;
        }
        Key key = new Key(bytes);
        boolean load = store.misses.isLoad(key);
        Long missed = store.misses.take(key);
        if (missed != null) {
            store.fill(cache, key, value, ttl, missed, load);
            return;
        }
        store.change(cache, key, value, ttl, false, () -> {
            if (supportsAsyncRetrieve()) {
                delegate.store(name, bytes, value, ttl).join();
            } else {
                delegate.put(name, bytes, value, ttl);
            }
            return true;
        });
    }

    /** Called after a load alone. */
    @Override
    public CompletableFuture<Void> store(String name, byte[] bytes, byte[] value, @Nullable Duration ttl) {
        NearCache cache = near(name);
        if (cache == null) {
            return delegate.store(name, bytes, value, ttl);
        }
        Key key = new Key(bytes);
        Long missed = store.misses.take(key);
        store.fill(cache, key, value, ttl, (missed != null) ? missed : Misses.UNKNOWN, true);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public byte @Nullable [] putIfAbsent(String name, byte[] bytes, byte[] value, @Nullable Duration ttl) {
        NearCache cache = near(name);
        if (cache == null) {
            return delegate.putIfAbsent(name, bytes, value, ttl);
        }
        return store.putIfAbsent(cache, new Key(bytes), value, ttl);
    }

    @Override
    public void evict(String name, byte[] key) {
        NearCache cache = near(name);
        if (cache == null) {
            delegate.evict(name, key);
        } else {
            store.delete(cache, new Key(key), false);
        }
    }

    @Override
    public boolean evictIfPresent(String name, byte[] key) {
        NearCache cache = near(name);
        return (cache != null) ? store.delete(cache, new Key(key), true) : delegate.evictIfPresent(name, key);
    }

    @Override
    public void clear(String name, byte[] pattern) {
        NearCache cache = near(name);
        if (cache == null) {
            delegate.clear(name, pattern);
        } else {
            store.delete(cache, Key.pattern(pattern), false);
        }
    }

    @Override
    public boolean invalidate(String name, byte[] pattern) {
        NearCache cache = near(name);
        return (cache != null) ? store.delete(cache, Key.pattern(pattern), true) : delegate.invalidate(name, pattern);
    }

    // What Spring Data Redis 4.1 adds, and statistics

    /** Spring Data Redis 4.1 resets caches through this, by any command: who knows what it changed. */
    @SuppressWarnings("unchecked")
    public <T> @Nullable T execute(Function<RedisConnection, T> callback) {
        Method execute = Optional.ofNullable(
                        ReflectionUtils.findMethod(RedisCacheWriter.class, "execute", Function.class))
                .orElseThrow(() -> new UnsupportedOperationException("Not in this Spring Data Redis"));
        try {
            return (T) ReflectionUtils.invokeMethod(execute, delegate, callback);
        } finally {
            store.forgetAll();
        }
    }

    @Override
    public void clearStatistics(String name) {
        delegate.clearStatistics(name);
    }

    @Override
    public RedisCacheWriter withStatisticsCollector(CacheStatisticsCollector collector) {
        return new NearRedisWriter(delegate.withStatisticsCollector(collector), collector, store, near);
    }

    @Override
    public CacheStatistics getCacheStatistics(String name) {
        return delegate.getCacheStatistics(name);
    }
}
