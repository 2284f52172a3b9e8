/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.tuned.cache.notify.Key;

/** Redis, as a connection factory reaches it. Thread-safe. */
public final class RedisClient {

    private static final String NAME = "tuned-cache";
    private static final byte[] NO_KEY = {'*'};
    private static final long FOREVER = -1;

    private final RedisConnectionFactory connections;
    private final boolean lettuce;
    private volatile boolean connected;

    /** Creates it; nothing is connected. */
    public RedisClient(RedisConnectionFactory connections) {
        this.connections = connections;
        this.lettuce = isLettuce(connections);
    }

    /** Known is exactly this factory, with one connection that is shared: another may block where it seems not to. */
    private static boolean isLettuce(RedisConnectionFactory connections) {
        return connections.getClass().getName().endsWith(".LettuceConnectionFactory")
                && connections instanceof LettuceConnectionFactory lettuce
                && lettuce.getShareNativeConnection()
                && !lettuce.getValidateConnection();
    }

    /** Connects in the background: the first connection takes longer than a hard time-out. */
    public void connect(Guard reads) {
        if (lettuce) {
            reads.later(() -> {
                var unused = RedisCacheWriter.nonLockingRedisCacheWriter(connections)
                        .retrieve(NAME, NO_KEY)
                        .thenRun(() -> connected = true);
                return false;
            });
        }
    }

    /** The entries that a writer writes for a cache of a name. */
    public FarCache cache(RedisCacheWriter writer, String name) {
        return new Entries(writer, name);
    }

    private final class Entries implements FarCache {

        private final RedisCacheWriter writer;
        private final String name;

        Entries(RedisCacheWriter writer, String name) {
            this.writer = writer;
            this.name = name;
        }

        /** The first one may connect, which blocks. */
        @Override
        public boolean isAsync() {
            return connected && lettuce && writer.supportsAsyncRetrieve();
        }

        @Override
        public byte @Nullable [] get(Key key) {
            byte[] value = writer.get(name, key.bytes());
            connected = true;
            return value;
        }

        @Override
        public CompletableFuture<byte @Nullable []> getAsync(Key key) {
            return writer.retrieve(name, key.bytes());
        }

        @Override
        public byte @Nullable [] putIfAbsent(Key key, byte[] value, @Nullable Duration ttl) {
            return writer.putIfAbsent(name, key.bytes(), value, ttl);
        }

        @Override
        public boolean delete(Key key) {
            return key.isPattern() ? writer.invalidate(name, key.bytes()) : writer.evictIfPresent(name, key.bytes());
        }

        @Override
        public @Nullable Duration rest(Key key) {
            try (RedisConnection connection = connections.getConnection()) {
                Long rest = connection.keyCommands().pTtl(key.bytes());
                if (rest == null) {
                    return null;
                }
                return rest == FOREVER ? Duration.ZERO : rest > 0 ? Duration.ofMillis(rest) : null;
            }
        }
    }
}
