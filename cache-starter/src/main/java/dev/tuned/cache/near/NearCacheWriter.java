/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
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

    /** Which caches are near. */
    @FunctionalInterface
    public interface NearCaches {

        /** The near cache of a name, in front of a writer; null: it is not near. Called once a name. */
        @Nullable
        NearCache find(String name, RedisCacheWriter delegate);
    }

    private final RedisCacheWriter delegate;
    private final NearRedis redis;
    private final boolean locking;
    private final NearCaches near;
    private final BooleanSupplier ownErrorHandler;
    private final Map<String, Optional<NearCache>> caches = new ConcurrentHashMap<>();

    /**
     * Creates a writer.
     *
     * @param delegate Spring's, or the application's
     * @param locking whether the delegate locks: then the load of {@code sync = true} stays within its lock
     * @param near which caches are near
     * @param ownErrorHandler whether the application has its own error handler
     */
    public NearCacheWriter(
            RedisCacheWriter delegate,
            NearRedis redis,
            boolean locking,
            NearCaches near,
            BooleanSupplier ownErrorHandler) {
        this.delegate = delegate;
        this.redis = redis;
        this.locking = locking;
        this.near = near;
        this.ownErrorHandler = ownErrorHandler;
    }

    private @Nullable NearCache near(String name) {
        Optional<NearCache> cache = caches.get(name);
        if (cache == null) {
            cache = caches.computeIfAbsent(name, key -> Optional.ofNullable(near.find(key, delegate)));
        }
        return cache.orElse(null);
    }

    // Reads

    @Override
    public byte @Nullable [] get(String name, byte[] bytes) {
        Key key = new Key(bytes);
        byte[] value = redis.memory().get(name, key);
        if (value != null) {
            return value;
        }
        NearCache cache = near(name);
        if (cache == null) {
            return delegate.get(name, bytes);
        }
        try {
            return redis.read(cache, key);
        } catch (RuntimeException ex) {
            handle(ex);
            return null;
        }
    }

    /** Called for caches with time to idle, of which Redis has to see each read. */
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
        byte[] value = redis.memory().get(name, key);
        return (value != null) ? value : redis.load(key, () -> load(cache, key, loader, ttl));
    }

    private byte[] load(NearCache cache, Key key, Supplier<byte[]> loader, @Nullable Duration ttl) {
        byte[] value = redis.memory().get(cache.name(), key);
        if (value != null) {
            return value;
        }
        long version = redis.version(key);
        boolean answered = true;
        try {
            value = redis.read(cache, key);
        } catch (RuntimeException ex) {
            handle(ex);
            answered = false;
        }
        redis.takeMiss(key);
        if (value != null) {
            return value;
        }
        if (locking && answered) {
            return redis.loadLocked(cache, key, loader, ttl, version);
        }
        byte[] loaded = loader.get();
        redis.fill(cache, key, loaded, ttl, version);
        return loaded;
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
        byte[] value = redis.memory().get(name, key);
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
        Long missed = redis.takeMiss(key);
        if (missed != null) {
            redis.fill(cache, key, value, ttl, missed);
            return;
        }
        repeatAfterTransaction(cache, key);
        changing(() -> redis.put(cache, key, value, ttl, mayWait()));
    }

    /** Called after a load alone. */
    @Override
    public CompletableFuture<Void> store(String name, byte[] bytes, byte[] value, @Nullable Duration ttl) {
        NearCache cache = near(name);
        if (cache == null) {
            return delegate.store(name, bytes, value, ttl);
        }
        Key key = new Key(bytes);
        Long missed = redis.takeMiss(key);
        return redis.fillAsync(cache, key, value, ttl, (missed != null) ? missed : redis.version(key));
    }

    @Override
    public byte @Nullable [] putIfAbsent(String name, byte[] bytes, byte[] value, @Nullable Duration ttl) {
        NearCache cache = near(name);
        if (cache == null) {
            return delegate.putIfAbsent(name, bytes, value, ttl);
        }
        Key key = new Key(bytes);
        redis.repeatAfterTransaction(cache, key, false);
        try {
            return redis.putIfAbsent(cache, key, value, ttl);
        } catch (RuntimeException ex) {
            handle(ex);
            return null;
        }
    }

    @Override
    public void evict(String name, byte[] bytes) {
        NearCache cache = near(name);
        if (cache == null) {
            delegate.evict(name, bytes);
            return;
        }
        Key key = new Key(bytes);
        repeatAfterTransaction(cache, key);
        changing(() -> redis.evict(cache, key, mayWait()));
    }

    @Override
    public boolean evictIfPresent(String name, byte[] bytes) {
        NearCache cache = near(name);
        if (cache == null) {
            return delegate.evictIfPresent(name, bytes);
        }
        Key key = new Key(bytes);
        redis.repeatAfterTransaction(cache, key, false);
        return changing(() -> redis.evict(cache, key, true));
    }

    @Override
    public void clear(String name, byte[] pattern) {
        NearCache cache = near(name);
        if (cache == null) {
            delegate.clear(name, pattern);
            return;
        }
        if (!cache.isAfterCommit()) {
            redis.repeatAfterTransaction(cache, new Key(pattern), true);
        }
        changing(() -> redis.clear(cache, new Key(pattern), mayWait()));
    }

    @Override
    public boolean invalidate(String name, byte[] pattern) {
        NearCache cache = near(name);
        if (cache == null) {
            return delegate.invalidate(name, pattern);
        }
        redis.repeatAfterTransaction(cache, new Key(pattern), true);
        return changing(() -> redis.clear(cache, new Key(pattern), true));
    }

    private void repeatAfterTransaction(NearCache cache, Key key) {
        if (!cache.isAfterCommit()) {
            redis.repeatAfterTransaction(cache, key, false);
        }
    }

    private boolean changing(BooleanSupplier change) {
        try {
            return change.getAsBoolean();
        } catch (RuntimeException ex) {
            handle(ex);
            return false;
        }
    }

    /** An event loop must not wait for an answer that it may have to deliver itself. */
    private static boolean mayWait() {
        return !NonBlockingThreads.isCurrent();
    }

    /**
     * Redis is slow or away, or refused: the call goes on. The application's own error handler is notified by Spring's cache interceptor, if that
     * is who called; Spring's default one would throw.
     */
    private void handle(RuntimeException ex) {
        if (ex instanceof IllegalArgumentException || ex instanceof UnsupportedOperationException) {
            throw ex;
        }
        if (ownErrorHandler.getAsBoolean() && CacheInterceptorCalls.isInside()) {
            throw ex;
        }
    }

    // Statistics, and what Spring Data Redis 4.1 adds

    /** Spring Data Redis 4.1 resets caches through this, by any command: who knows what it changed. */
    @SuppressWarnings("unchecked")
    public <T> @Nullable T execute(Function<RedisConnection, T> callback) {
        Method execute = ReflectionUtils.findMethod(RedisCacheWriter.class, "execute", Function.class);
        if (execute == null) {
            throw new UnsupportedOperationException("There is no such operation in this Spring Data Redis");
        }
        redis.forgetAll();
        try {
            return (T) ReflectionUtils.invokeMethod(execute, delegate, callback);
        } finally {
            redis.forgetAll();
        }
    }

    @Override
    public void clearStatistics(String name) {
        delegate.clearStatistics(name);
        NearCache cache = near(name);
        if (cache != null) {
            cache.resetStatistics();
        }
    }

    @Override
    public RedisCacheWriter withStatisticsCollector(CacheStatisticsCollector collector) {
        return new NearCacheWriter(delegate.withStatisticsCollector(collector), redis, locking, near, ownErrorHandler);
    }

    @Override
    public CacheStatistics getCacheStatistics(String name) {
        CacheStatistics far = delegate.getCacheStatistics(name);
        NearCache cache = near(name);
        // Without statistics the delegate's never began.
        return (cache == null || far.getSince().equals(Instant.EPOCH)) ? far : new Sum(far, cache.hitsInStatistics());
    }

    /** What Spring counted, and the reads that it did not see. */
    private record Sum(CacheStatistics far, long hits) implements CacheStatistics {

        @Override
        public String getCacheName() {
            return far.getCacheName();
        }

        @Override
        public long getGets() {
            return far.getGets() + hits;
        }

        @Override
        public long getHits() {
            return far.getHits() + hits;
        }

        @Override
        public long getMisses() {
            return far.getMisses();
        }

        @Override
        public long getPuts() {
            return far.getPuts();
        }

        @Override
        public long getDeletes() {
            return far.getDeletes();
        }

        @Override
        public long getLockWaitDuration(TimeUnit unit) {
            return far.getLockWaitDuration(unit);
        }

        @Override
        public Instant getSince() {
            return far.getSince();
        }

        @Override
        public Instant getLastReset() {
            return far.getLastReset();
        }
    }
}
