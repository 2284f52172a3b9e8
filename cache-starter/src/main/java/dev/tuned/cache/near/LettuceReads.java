/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import reactor.core.publisher.Mono;

/** Reads that block no thread: Lettuce's, on its shared connection. */
final class LettuceReads {

    private static final Log log = LogFactory.getLog(LettuceReads.class);

    private final ReactiveRedisConnectionFactory connections;

    private LettuceReads(ReactiveRedisConnectionFactory connections) {
        this.connections = connections;
    }

    /** Known is exactly this class, with one connection that is shared: another may block where it seems not to. */
    static @Nullable LettuceReads of(RedisConnectionFactory connections) {
        return (connections instanceof LettuceConnectionFactory lettuce
                        && lettuce.getShareNativeConnection()
                        && !lettuce.getValidateConnection())
                ? new LettuceReads(lettuce)
                : null;
    }

    /** Finds in how many milliseconds a key expires: -1 never, -2 it is not there. Unknown: the consumer is not called. */
    void rest(byte[] key, LongConsumer consumer) {
        Mono.usingWhen(
                        Mono.fromSupplier(connections::getReactiveConnection),
                        connection -> connection.keyCommands().pTtl(ByteBuffer.wrap(key)),
                        ReactiveRedisConnection::closeLater)
                .subscribe(
                        consumer::accept,
                        ex -> log.debug("The rest of an entry is not known: it is not kept in memory", ex));
    }
}
