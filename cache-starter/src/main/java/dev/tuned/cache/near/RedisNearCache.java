/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.tuned.cache.far.Guard;
import dev.tuned.cache.notify.Key;

/** A cache in front of Redis. */
public final class RedisNearCache extends NearCache {

    private final RedisCacheWriter writer;
    private final RedisConnectionFactory connections;
    private final Supplier<@Nullable String> prefix;
    private final boolean async;
    private volatile boolean connected;

    /**
     * Creates a cache.
     *
     * @param writer the writer behind
     * @param prefix what its keys begin with now; null if they have nothing that tells them from others
     */
    public RedisNearCache(
            String manager,
            String name,
            boolean afterCommit,
            Duration ttl,
            RedisCacheWriter writer,
            RedisConnectionFactory connections,
            Supplier<@Nullable String> prefix) {
        super(manager, name, afterCommit, ttl);
        this.writer = writer;
        this.connections = connections;
        this.prefix = prefix;
        this.async = isAsync(connections) && writer.supportsAsyncRetrieve();
    }

    /** Known is exactly this factory, with one connection that is shared: another may block where it seems not to. */
    public static boolean isAsync(RedisConnectionFactory connections) {
        return connections.getClass().getName().endsWith(".LettuceConnectionFactory")
                && connections instanceof LettuceConnectionFactory factory
                && factory.getShareNativeConnection()
                && !factory.getValidateConnection();
    }

    @Override
    byte @Nullable [] read(Guard reads, Key key) {
        if (connected && async) {
            return reads.<byte @Nullable []>ask(() -> readAsync(key));
        }
        // The first one may connect, which blocks.
        byte[] value = reads.<byte @Nullable []>call(() -> writer.get(name(), key.bytes()), true, false);
        connected = true;
        return value;
    }

    @Override
    CompletableFuture<byte @Nullable []> readAsync(Key key) {
        return writer.retrieve(name(), key.bytes());
    }

    @Override
    byte @Nullable [] putIfAbsent(Key key, byte[] value, @Nullable Duration expiry) {
        return writer.putIfAbsent(name(), key.bytes(), value, expiry);
    }

    @Override
    boolean delete(Key key) {
        return key.isPattern() ? writer.invalidate(name(), key.bytes()) : writer.evictIfPresent(name(), key.bytes());
    }

    @Override
    @Nullable
    Duration rest(Key key) {
        try (RedisConnection connection = connections.getConnection()) {
            Long rest = connection.keyCommands().pTtl(key.bytes());
            return (rest == null || rest == 0 || rest < -1) ? null : Duration.ofMillis(Math.max(0, rest));
        }
    }

    @Override
    @Nullable
    Key all() {
        String begin = prefix.get();
        return (begin != null) ? Key.pattern(begin + '*') : null;
    }
}
