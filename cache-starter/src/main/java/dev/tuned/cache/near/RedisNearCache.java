/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.tuned.cache.far.Guard;
import dev.tuned.cache.notify.Key;

/** A cache in front of Redis. */
public final class RedisNearCache extends NearCache {

    private final RedisCacheWriter writer;
    private final RedisConnectionFactory connections;
    private final RedisCacheConfiguration configuration;
    private final boolean shared;
    private volatile boolean connected;

    /**
     * Creates a cache.
     *
     * @param writer the writer behind
     * @param locking whether it waits for a lock before it reads
     */
    public RedisNearCache(
            String manager,
            String name,
            boolean afterCommit,
            Duration ttl,
            RedisCacheWriter writer,
            boolean locking,
            RedisConnectionFactory connections,
            RedisCacheConfiguration configuration) {
        super(manager, name, afterCommit, ttl);
        this.writer = writer;
        this.connections = connections;
        this.configuration = configuration;
        this.shared = !locking && writer.supportsAsyncRetrieve() && isShared(connections);
    }

    /** Whether these are connections to one Redis, of which one is shared: others may block where they seem not to. */
    private static boolean isShared(RedisConnectionFactory connections) {
        return connections.getClass().getName().endsWith(".LettuceConnectionFactory")
                && connections instanceof LettuceConnectionFactory factory
                && factory.getShareNativeConnection()
                && !factory.getValidateConnection()
                && !factory.isClusterAware();
    }

    @Override
    boolean readBlocks() {
        return !connected;
    }

    @Override
    CompletableFuture<byte @Nullable []> read(Key key) {
        return connected
                ? readAsync(key)
                : Guard.now(() -> {
                    byte[] value = writer.get(name, key.bytes());
                    connect();
                    return value;
                });
    }

    /**
     * Opens what the writer's futures would open later, holding the lock that each use of a connection takes: a thread of the client would wait
     * for it that has to open the connection itself.
     */
    private void connect() {
        try {
            if (shared) {
                ((ReactiveRedisConnectionFactory) connections)
                        .getReactiveConnection()
                        .close();
                connected = true;
            }
        } catch (RuntimeException ex) {
            // What blocks goes on without it.
        }
    }

    @Override
    CompletableFuture<byte @Nullable []> readAsync(Key key) {
        return writer.retrieve(name, key.bytes());
    }

    @Override
    void put(Key key, byte[] value, @Nullable Duration expiry) {
        if (writer.supportsAsyncRetrieve()) {
            // Its put would not wait.
            writer.store(name, key.bytes(), value, expiry).join();
        } else {
            writer.put(name, key.bytes(), value, expiry);
        }
    }

    @Override
    byte @Nullable [] putIfAbsent(Key key, byte[] value, @Nullable Duration expiry) {
        return writer.putIfAbsent(name, key.bytes(), value, expiry);
    }

    @Override
    boolean delete(Key key) {
        return key.isPattern() ? writer.invalidate(name, key.bytes()) : writer.evictIfPresent(name, key.bytes());
    }

    @Override
    Duration rest(Key key) {
        try (RedisConnection connection = connections.getConnection()) {
            Long millis = connection.keyCommands().pTtl(key.bytes());
            return (millis == null || millis == 0 || millis < -1) ? GONE : Duration.ofMillis(Math.max(millis, 0));
        }
    }

    @Override
    @Nullable
    Key all() {
        return configuration.usePrefix() ? Key.pattern(configuration.getKeyPrefixFor(name) + '*') : null;
    }
}
