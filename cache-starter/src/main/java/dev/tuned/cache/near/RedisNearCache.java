/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.cache.CacheStatistics;
import org.springframework.data.redis.cache.CacheStatisticsCollector;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.Assert;

import dev.tuned.cache.far.Guard;
import dev.tuned.cache.far.LettuceCommands;
import dev.tuned.cache.notify.Key;

/**
 * A cache in front of Redis: what its Spring cache calls in the place of Spring's own cache writer. Keys and values are the bytes that Spring's
 * cache made of them, with the application's serializers. It has no time to idle.
 */
public final class RedisNearCache extends NearCache implements RedisCacheWriter {

    private final NearStore store;
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
            NearStore store,
            RedisCacheWriter writer,
            boolean locking,
            CacheStatisticsCollector statistics,
            RedisConnectionFactory connections,
            RedisCacheConfiguration configuration) {
        super(manager, name, afterCommit, ttl);
        this.store = store;
        this.writer = writer;
        this.statistics = statistics;
        this.connections = connections;
        this.configuration = configuration;
        boolean lettuce = connections.getClass().getName().endsWith(".LettuceConnectionFactory");
        this.direct = (lettuce && !locking) ? LettuceCommands.of(connections) : null;
    }

    /**
     * The writer of a manager.
     *
     * @param delegate Spring's, or the application's
     * @param caches finds the near cache of a name in front of a writer, once; the writer itself: it is not near
     */
    public static RedisCacheWriter writer(
            RedisCacheWriter delegate, NearStore store, BiFunction<String, RedisCacheWriter, RedisCacheWriter> caches) {
        Map<String, RedisCacheWriter> writers = new ConcurrentHashMap<>();
        return NearWriter.of(RedisCacheWriter.class, (proxy, method, arguments) -> {
            Object first = (arguments != null && arguments.length > 0) ? arguments[0] : null;
            Object called = delegate;
            if (first instanceof String cache && !method.getName().endsWith("Statistics")) {
                RedisCacheWriter known = writers.get(cache);
                called = (known != null) ? known : writers.computeIfAbsent(cache, name -> caches.apply(name, delegate));
            }
            try {
                Object result = NearWriter.call(called, method, arguments);
                return (result instanceof RedisCacheWriter changed) ? writer(changed, store, caches) : result;
            } finally {
                if (first instanceof Function<?, ?>) {
                    // Spring Data Redis 4.1 resets caches through this, by any command: who knows what it changed.
                    store.forgetAll();
                }
            }
        });
    }

    // Spring's operations

    @Override
    public byte @Nullable [] get(String cache, byte[] bytes) {
        return store.get(this, new Key(bytes));
    }

    /** With an expiry, which is to begin again, Redis has to see the read. */
    @Override
    public byte @Nullable [] get(String cache, byte[] bytes, @Nullable Duration ttl) {
        return (ttl != null) ? writer.get(name, bytes, ttl) : get(cache, bytes);
    }

    @Override
    public byte[] get(String cache, byte[] bytes, Supplier<byte[]> loader, @Nullable Duration ttl, boolean timeToIdle) {
        Key key = new Key(bytes);
        byte[] value = store.inMemory(this, key);
        return (value != null)
                ? value
                : store.oneLoad.get(key, store.memory.version(key), () -> load(key, loader, ttl));
    }

    private byte[] load(Key key, Supplier<byte[]> loader, @Nullable Duration ttl) {
        long version = store.memory.version(key);
        byte[] value = store.get(this, key);
        if (value == null) {
            store.misses.take(key);
            value = loader.get();
            store.fill(this, key, value, ttl, version, true);
        }
        return value;
    }

    @Override
    public boolean supportsAsyncRetrieve() {
        return writer.supportsAsyncRetrieve();
    }

    @Override
    public CompletableFuture<byte[]> retrieve(String cache, byte[] bytes, @Nullable Duration ttl) {
        if (ttl != null || !supportsAsyncRetrieve()) {
            return writer.retrieve(name, bytes, ttl);
        }
        Key key = new Key(bytes);
        byte[] value = store.inMemory(this, key);
        if (value != null) {
            return CompletableFuture.completedFuture(value);
        }
        return store.readAsync(this, key);
    }

    @Override
    public void put(String cache, byte[] bytes, byte[] value, @Nullable Duration ttl) {
        Assert.notNull(value, "Value must not be null");
        store.put(this, new Key(bytes), value, ttl);
    }

    /** Called after a load alone. */
    @Override
    public CompletableFuture<Void> store(String cache, byte[] bytes, byte[] value, @Nullable Duration ttl) {
        Key key = new Key(bytes);
        Long missed = store.misses.take(key);
        store.fill(this, key, value, ttl, (missed != null) ? missed : Misses.UNKNOWN, true);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public byte @Nullable [] putIfAbsent(String cache, byte[] bytes, byte[] value, @Nullable Duration ttl) {
        return store.putIfAbsent(this, new Key(bytes), value, ttl);
    }

    @Override
    public void evict(String cache, byte[] key) {
        store.delete(this, new Key(key), false);
    }

    @Override
    public boolean evictIfPresent(String cache, byte[] key) {
        return store.delete(this, new Key(key), true);
    }

    @Override
    public void clear(String cache, byte[] pattern) {
        store.delete(this, Key.pattern(pattern), false);
    }

    @Override
    public boolean invalidate(String cache, byte[] pattern) {
        return store.delete(this, Key.pattern(pattern), true);
    }

    @Override
    public void clearStatistics(String cache) {
        writer.clearStatistics(name);
    }

    @Override
    public CacheStatistics getCacheStatistics(String cache) {
        return writer.getCacheStatistics(name);
    }

    @Override
    public RedisCacheWriter withStatisticsCollector(CacheStatisticsCollector collector) {
        return writer.withStatisticsCollector(collector);
    }

    // Redis

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
    public void start() {
        connected = false;
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

    /** Counts a read as the writer does. */
    @Override
    void count(byte @Nullable [] value) {
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
    void put(Key key, byte[] value, @Nullable Duration expiry) {
        if (supportsAsyncRetrieve()) {
            writer.store(name, key.bytes(), value, expiry).join();
        } else {
            writer.put(name, key.bytes(), value, expiry);
        }
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
