/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.cache.CacheStatistics;
import org.springframework.data.redis.cache.CacheStatisticsCollector;
import org.springframework.data.redis.cache.RedisCacheWriter;

/** An application's own cache writer, which tests can stop between the steps of an operation. */
public final class SteppedWriter implements RedisCacheWriter {

    private final RedisCacheWriter delegate;
    private volatile Runnable afterGet = () -> {};
    private volatile Runnable beforeFill = () -> {};
    private volatile Runnable afterFill = () -> {};
    private volatile Runnable beforeEvict = () -> {};

    public SteppedWriter(RedisCacheWriter delegate) {
        this.delegate = delegate;
    }

    /** Runs when a read has its answer from Redis. */
    public void afterGet(Runnable step) {
        afterGet = step;
    }

    /** Runs before a loaded value is written. */
    public void beforeFill(Runnable step) {
        beforeFill = step;
    }

    /** Runs when a loaded value has been written. */
    public void afterFill(Runnable step) {
        afterFill = step;
    }

    /** Runs before a key is deleted. */
    public void beforeEvict(Runnable step) {
        beforeEvict = step;
    }

    @Override
    public byte @Nullable [] get(String name, byte[] key) {
        byte[] value = delegate.get(name, key);
        afterGet.run();
        return value;
    }

    @Override
    public CompletableFuture<byte[]> retrieve(String name, byte[] key, @Nullable Duration ttl) {
        return delegate.retrieve(name, key, ttl);
    }

    @Override
    public void put(String name, byte[] key, byte[] value, @Nullable Duration ttl) {
        delegate.put(name, key, value, ttl);
    }

    @Override
    public CompletableFuture<Void> store(String name, byte[] key, byte[] value, @Nullable Duration ttl) {
        return delegate.store(name, key, value, ttl);
    }

    @Override
    public byte @Nullable [] putIfAbsent(String name, byte[] key, byte[] value, @Nullable Duration ttl) {
        beforeFill.run();
        byte[] there = delegate.putIfAbsent(name, key, value, ttl);
        afterFill.run();
        return there;
    }

    @Override
    public void evict(String name, byte[] key) {
        delegate.evict(name, key);
    }

    @Override
    public boolean evictIfPresent(String name, byte[] key) {
        beforeEvict.run();
        return delegate.evictIfPresent(name, key);
    }

    @Override
    public void clear(String name, byte[] pattern) {
        delegate.clear(name, pattern);
    }

    @Override
    public boolean invalidate(String name, byte[] pattern) {
        return delegate.invalidate(name, pattern);
    }

    @Override
    public void clearStatistics(String name) {
        delegate.clearStatistics(name);
    }

    @Override
    public RedisCacheWriter withStatisticsCollector(CacheStatisticsCollector collector) {
        return new SteppedWriter(delegate.withStatisticsCollector(collector));
    }

    @Override
    public CacheStatistics getCacheStatistics(String name) {
        return delegate.getCacheStatistics(name);
    }
}
