/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

import io.lettuce.core.ReadFrom;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceExceptionConverter;

/**
 * One Redis through the connection that Lettuce shares. No thread waits: with threads, and by Spring's way to do without them, a miss costs half as
 * much again. Spring's exceptions, but without its statistics and its lock. Thread-safe.
 */
public final class LettuceCommands {

    private static final LettuceExceptionConverter EXCEPTIONS = new LettuceExceptionConverter();

    private final RedisConnectionFactory connections;

    private LettuceCommands(RedisConnectionFactory connections) {
        this.connections = connections;
    }

    /** Null if these are not connections to one Redis, of which one is shared: others may block where they seem not to. */
    public static @Nullable LettuceCommands of(RedisConnectionFactory connections) {
        return connections instanceof LettuceConnectionFactory factory
                        && factory.getShareNativeConnection()
                        && !factory.getValidateConnection()
                        && !factory.isClusterAware()
                ? new LettuceCommands(connections)
                : null;
    }

    /** Whether reads may come from a replica, which may have the old value yet when others have been notified of a change. */
    public static boolean readsFromReplicas(RedisConnectionFactory connections) {
        return connections instanceof LettuceConnectionFactory factory
                && factory.getClientConfiguration()
                        .getReadFrom()
                        .filter(from -> from.getClass() != ReadFrom.UPSTREAM.getClass())
                        .isPresent();
    }

    /** Opens the connection that Lettuce shares for changes and futures of Spring's writer, if it is not open. */
    public void connect() {
        ((ReactiveRedisConnectionFactory) connections).getReactiveConnection().close();
    }

    @SuppressWarnings("unchecked")
    private RedisAsyncCommands<byte[], byte[]> commands() {
        try (RedisConnection connection = connections.getConnection()) {
            return (RedisAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
        }
    }

    /**
     * Asks for a value and for how long it lasts, with one message.
     *
     * @param found called with the value, if there is one, and for how many milliseconds Redis has it yet: -1 if for ever, -2 if no longer, null if
     *     Redis did not say. On the client's thread
     * @return the value, or null
     */
    // A message of two commands is to be had from the connection alone.
    @SuppressWarnings("deprecation")
    public CompletableFuture<byte @Nullable []> get(byte[] key, BiConsumer<byte[], @Nullable Long> found) {
        AsyncCommand<byte[], byte[], byte[]> get =
                command(CommandType.GET, new ValueOutput<>(ByteArrayCodec.INSTANCE), key);
        AsyncCommand<byte[], byte[], Long> rest =
                command(CommandType.PTTL, new IntegerOutput<>(ByteArrayCodec.INSTANCE), key);
        var unused = rest.handle((millis, failure) -> millis).thenAcceptBoth(get, (millis, value) -> {
            if (value != null) {
                found.accept(value, millis);
            }
        });
        CompletableFuture<byte @Nullable []> value = withSpringsExceptions(get);
        commands().getStatefulConnection().dispatch(List.of(get, rest));
        return value;
    }

    /**
     * Puts a value if there is none.
     *
     * @param put called if it was put
     * @return what is there; null if it was put
     */
    public CompletableFuture<byte @Nullable []> putIfAbsent(
            byte[] key, byte[] value, @Nullable Duration ttl, Runnable put) {
        RedisAsyncCommands<byte[], byte[]> commands = commands();
        SetArgs absent = SetArgs.Builder.nx();
        if (ttl != null && ttl.toMillis() > 0) {
            absent.px(ttl);
        }
        return withSpringsExceptions(commands.set(key, value, absent)
                .<byte @Nullable []>thenCompose(ok -> {
                    if (ok == null) {
                        return commands.get(key);
                    }
                    put.run();
                    return CompletableFuture.completedFuture(null);
                })
                .toCompletableFuture());
    }

    private static <T extends @Nullable Object> CompletableFuture<T> withSpringsExceptions(
            CompletableFuture<T> answer) {
        CompletableFuture<T> translated = new CompletableFuture<>();
        var unused = answer.whenComplete((value, failure) -> {
            if (failure == null) {
                translated.complete(value);
            } else {
                Throwable cause = Guard.cause(failure);
                DataAccessException springs = (cause instanceof IOException)
                        ? new RedisConnectionFailureException("The connection is lost", cause)
                        : (cause instanceof Exception ex) ? EXCEPTIONS.convert(ex) : null;
                translated.completeExceptionally((springs != null) ? springs : cause);
            }
        });
        // What is given up need not be carried out.
        var unusedEnd = translated.whenComplete((value, failure) -> answer.cancel(true));
        return translated;
    }

    private static <T> AsyncCommand<byte[], byte[], T> command(
            CommandType type, CommandOutput<byte[], byte[], T> output, byte[] key) {
        return new AsyncCommand<>(new Command<>(type, output, new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(key)));
    }
}
