/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.cache.CacheStatisticsCollector;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import dev.tuned.cache.far.Guard;
import dev.tuned.cache.far.LettuceCommands;
import dev.tuned.cache.notify.Key;

/** A cache in front of Redis. */
public final class RedisNearCache extends NearCache {

    private final RedisCacheWriter writer;
    private final CacheStatisticsCollector statistics;
    private final RedisConnectionFactory connections;
    private final RedisCacheConfiguration configuration;
    private final @Nullable LettuceCommands direct;
    private volatile boolean connected;

    /**
     * Creates a cache.
     *
     * @param writer the writer behind
     * @param locking whether it waits for a lock before it reads
     * @param statistics where it counts
     */
    public RedisNearCache(
            String manager,
            String name,
            boolean afterCommit,
            Duration ttl,
            RedisCacheWriter writer,
            boolean locking,
            CacheStatisticsCollector statistics,
            RedisConnectionFactory connections,
            RedisCacheConfiguration configuration) {
        super(manager, name, afterCommit, ttl);
        this.writer = writer;
        this.statistics = statistics;
        this.connections = connections;
        this.configuration = configuration;
        boolean lettuce = connections.getClass().getName().endsWith(".LettuceConnectionFactory");
        this.direct = (lettuce && !locking) ? LettuceCommands.of(connections) : null;
    }

    /** Null: Spring's way, which blocks. So does the first use of a connection, which may connect; futures have another one. */
    private @Nullable LettuceCommands direct() {
        return connected ? direct : null;
    }

    /**
     * Opens what Spring's writer would open later, holding the lock that each use of a connection takes: a thread of the client would wait for
     * it that has to open the connection itself.
     */
    private void connect() {
        try {
            if (direct != null && !connected && writer.supportsAsyncRetrieve()) {
                direct.connect();
            }
            connected = true;
        } catch (RuntimeException ex) {
            // Spring's way goes on without it.
        }
    }

    @Override
    boolean readBlocks() {
        return direct() == null;
    }

    @Override
    boolean putBlocks() {
        return direct() == null;
    }

    @Override
    CompletableFuture<byte @Nullable []> read(Key key, BiConsumer<byte[], @Nullable Duration> found) {
        LettuceCommands lettuce = direct();
        if (lettuce == null) {
            return Guard.now(() -> {
                byte[] value = writer.get(name, key.bytes());
                connect();
                if (value != null) {
                    found.accept(value, null);
                }
                return value;
            });
        }
        CompletableFuture<byte @Nullable []> read =
                lettuce.get(key.bytes(), (value, millis) -> found.accept(value, rest(millis)));
        var unused = read.thenAccept(this::count);
        return read;
    }

    @Override
    CompletableFuture<byte @Nullable []> readAsync(Key key, BiConsumer<byte[], @Nullable Duration> found) {
        if (direct() != null) {
            return read(key, found);
        }
        return writer.retrieve(name, key.bytes()).whenComplete((value, failure) -> {
            if (value != null) {
                found.accept(value, null);
            }
        });
    }

    /** Counts a read of Redis as the writer does. */
    private void count(byte @Nullable [] value) {
        statistics.incGets(name);
        if (value != null) {
            statistics.incHits(name);
        } else {
            statistics.incMisses(name);
        }
    }

    private static @Nullable Duration rest(@Nullable Long millis) {
        return (millis == null)
                ? null
                : (millis == -1) ? Duration.ZERO : (millis > 0) ? Duration.ofMillis(millis) : GONE;
    }

    @Override
    CompletableFuture<byte @Nullable []> putIfAbsent(Key key, byte[] value, @Nullable Duration expiry) {
        LettuceCommands lettuce = direct();
        return (lettuce == null)
                ? Guard.now(() -> writer.putIfAbsent(name, key.bytes(), value, expiry))
                : lettuce.putIfAbsent(key.bytes(), value, expiry, () -> statistics.incPuts(name));
    }

    @Override
    boolean delete(Key key) {
        return key.isPattern() ? writer.invalidate(name, key.bytes()) : writer.evictIfPresent(name, key.bytes());
    }

    @Override
    Duration rest(Key key) {
        try (RedisConnection connection = connections.getConnection()) {
            Duration rest = rest(connection.keyCommands().pTtl(key.bytes()));
            connect();
            return (rest != null) ? rest : GONE;
        }
    }

    @Override
    @Nullable
    Key all() {
        return configuration.usePrefix() ? Key.pattern(configuration.getKeyPrefixFor(name) + '*') : null;
    }
}
