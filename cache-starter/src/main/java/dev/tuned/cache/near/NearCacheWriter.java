/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
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
public final class NearCacheWriter implements RedisCacheWriter {

    private final RedisCacheWriter delegate;
    private final CacheStatisticsCollector statistics;
    private final NearRedis redis;
    private final BiFunction<String, RedisCacheWriter, @Nullable NearCache> near;
    private final BooleanSupplier ownErrorHandler;
    private final Map<String, Optional<NearCache>> caches = new ConcurrentHashMap<>();

    /**
     * Creates a writer.
     *
     * @param delegate Spring's, or the application's
     * @param statistics where the delegate counts, if it is known
     * @param near finds the near cache of a name in front of a writer, once; null: it is not near
     * @param ownErrorHandler whether the application has its own error handler
     */
    public NearCacheWriter(
            RedisCacheWriter delegate,
            CacheStatisticsCollector statistics,
            NearRedis redis,
            BiFunction<String, RedisCacheWriter, @Nullable NearCache> near,
            BooleanSupplier ownErrorHandler) {
        this.delegate = delegate;
        this.statistics = statistics;
        this.redis = redis;
        this.near = near;
        this.ownErrorHandler = ownErrorHandler;
    }

    private @Nullable NearCache near(String name) {
        return caches.computeIfAbsent(name, key -> Optional.ofNullable(near.apply(key, delegate)))
                .orElse(null);
    }

    // Reads

    private byte @Nullable [] inMemory(String name, Key key) {
        byte[] value = redis.memory.get(name, key);
        if (value != null) {
            statistics.incGets(name);
            statistics.incHits(name);
            redis.misses.forget(key);
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
        return (cache != null) ? orElse(null, () -> redis.read(cache, key)) : delegate.get(name, bytes);
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
                : redis.oneLoad.get(key, redis.memory.version(key), () -> load(cache, key, loader, ttl));
    }

    private byte[] load(NearCache cache, Key key, Supplier<byte[]> loader, @Nullable Duration ttl) {
        byte[] value = inMemory(cache.name(), key);
        if (value != null) {
            return value;
        }
        long version = redis.memory.version(key);
        value = orElse(null, () -> redis.read(cache, key));
        if (value == null) {
            redis.misses.take(key);
            value = loader.get();
            redis.fill(cache, key, value, ttl, version);
        }
        return value;
    }

    @Override
    public boolean supportsAsyncRetrieve() {
        return delegate.supportsAsyncRetrieve();
    }

    @Override
    public CompletableFuture<byte[]> retrieve(String name, byte[] bytes) {
        NearCache cache = near(name);
        if (cache == null || !supportsAsyncRetrieve()) {
            return delegate.retrieve(name, bytes);
        }
        Key key = new Key(bytes);
        byte[] value = inMemory(name, key);
        if (value != null) {
            return CompletableFuture.completedFuture(value);
        }
        CompletableFuture<byte @Nullable []> read = redis.readAsync(cache, key);
        return ownErrorHandler.getAsBoolean() ? read : read.exceptionally(ex -> null);
    }

    @Override
    public CompletableFuture<byte[]> retrieve(String name, byte[] key, @Nullable Duration ttl) {
        return (ttl == null) ? retrieve(name, key) : delegate.retrieve(name, key, ttl);
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
        Long missed = redis.misses.take(key);
        if (missed != null) {
            redis.fill(cache, key, value, ttl, missed);
            return;
        }
        change(cache, key, value, ttl, false, () -> {
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
        Long missed = redis.misses.take(key);
        redis.fill(cache, key, value, ttl, (missed != null) ? missed : Misses.UNKNOWN);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public byte @Nullable [] putIfAbsent(String name, byte[] bytes, byte[] value, @Nullable Duration ttl) {
        NearCache cache = near(name);
        if (cache == null) {
            return delegate.putIfAbsent(name, bytes, value, ttl);
        }
        byte[][] there = new byte[1][];
        change(cache, new Key(bytes), value, ttl, true, () -> {
            there[0] = delegate.putIfAbsent(name, bytes, value, ttl);
            return there[0] == null;
        });
        return there[0];
    }

    @Override
    public void evict(String name, byte[] key) {
        NearCache cache = near(name);
        if (cache == null) {
            delegate.evict(name, key);
        } else {
            change(cache, new Key(key), null, null, false, () -> delegate.evictIfPresent(name, key));
        }
    }

    @Override
    public boolean evictIfPresent(String name, byte[] key) {
        NearCache cache = near(name);
        return (cache != null)
                ? change(cache, new Key(key), null, null, true, () -> delegate.evictIfPresent(name, key))
                : delegate.evictIfPresent(name, key);
    }

    private boolean change(
            NearCache cache,
            Key key,
            byte @Nullable [] value,
            @Nullable Duration ttl,
            boolean immediate,
            Callable<Boolean> write) {
        return Boolean.TRUE.equals(orElse(false, () -> redis.change(cache, key, value, ttl, immediate, write)));
    }

    @Override
    public void clear(String name, byte[] pattern) {
        NearCache cache = near(name);
        if (cache == null) {
            delegate.clear(name, pattern);
        } else {
            change(cache, Key.pattern(pattern), null, null, false, () -> delegate.invalidate(name, pattern));
        }
    }

    @Override
    public boolean invalidate(String name, byte[] pattern) {
        NearCache cache = near(name);
        return (cache != null)
                ? change(cache, Key.pattern(pattern), null, null, true, () -> delegate.invalidate(name, pattern))
                : delegate.invalidate(name, pattern);
    }

    /**
     * Redis is slow or away, or refused: the call goes on. The application's own error handler is notified by Spring's cache interceptor, if that
     * is who called; Spring's default one would throw.
     */
    private <T> @Nullable T orElse(@Nullable T otherwise, Supplier<@Nullable T> operation) {
        try {
            return operation.get();
        } catch (IllegalArgumentException | UnsupportedOperationException ex) {
            throw ex;
        } catch (RuntimeException ex) {
            if (ownErrorHandler.getAsBoolean() && Callers.isCacheInterceptor()) {
                throw ex;
            }
            return otherwise;
        }
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
            redis.forgetAll();
        }
    }

    @Override
    public void clearStatistics(String name) {
        delegate.clearStatistics(name);
    }

    @Override
    public RedisCacheWriter withStatisticsCollector(CacheStatisticsCollector collector) {
        return new NearCacheWriter(
                delegate.withStatisticsCollector(collector), collector, redis, near, ownErrorHandler);
    }

    @Override
    public CacheStatistics getCacheStatistics(String name) {
        return delegate.getCacheStatistics(name);
    }
}
