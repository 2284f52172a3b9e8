/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.notify;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.SubscriptionListener;
import org.springframework.util.ClassUtils;
import redis.clients.jedis.Jedis;

import dev.tuned.cache.InvalidationChannel;

import static java.util.Objects.requireNonNull;

/**
 * Notifications through Redis' publish and subscribe. A heartbeat that only this instance hears goes the same way once a second: what was
 * published before it has been handled when it arrives. Each new subscription, and each heartbeat that was late, says that notifications may
 * be missing. Thread-safe.
 */
public final class RedisChannel implements InvalidationChannel, MessageListener, SubscriptionListener {

    private static final long SILENCE = TimeUnit.SECONDS.toNanos(3);
    private static final Log log = LogFactory.getLog(RedisChannel.class);
    private static final long BEAT = 1_000;
    private static final int WAITING = 10_000;
    private static final boolean JEDIS =
            ClassUtils.isPresent("redis.clients.jedis.Jedis", RedisChannel.class.getClassLoader());

    private final UUID id = UUID.randomUUID();
    private final RedisConnectionFactory connections;
    private final byte[] channel;
    private final byte[] own;
    private final ScheduledThreadPoolExecutor timer;
    private final ThreadPoolExecutor handler;
    private final AtomicBoolean missing = new AtomicBoolean();
    private volatile @Nullable Receiver receiver;
    private volatile long heard = System.nanoTime() - 2 * SILENCE;
    private volatile long lostAt = heard;
    private volatile long since = heard;
    private volatile @Nullable RedisConnection subscription;

    /**
     * Creates a channel that is not subscribed yet.
     *
     * @param name the name of Redis' channel
     * @param threads makes the channel's threads
     */
    public RedisChannel(RedisConnectionFactory connections, String name, ThreadFactory threads) {
        this.connections = connections;
        this.channel = name.getBytes(StandardCharsets.UTF_8);
        this.own = (name + ":" + id).getBytes(StandardCharsets.UTF_8);
        this.timer = new ScheduledThreadPoolExecutor(2, threads);
        this.handler = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                threads,
                (task, executor) -> missing.set(true));
    }

    @Override
    public synchronized void start(Receiver receiving) {
        if (receiver == null) {
            receiver = receiving;
            var unused = timer.scheduleWithFixedDelay(this::subscribe, 0, BEAT / 2, TimeUnit.MILLISECONDS);
            unused = timer.scheduleWithFixedDelay(this::sendBeat, 0, BEAT, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void publish(byte[] message) {
        send(channel, message);
    }

    @Override
    public void onMessage(Message message, byte @Nullable [] pattern) {
        handle(() -> {
            byte[] body = message.getBody();
            if (Arrays.equals(message.getChannel(), own)) {
                if (body.length == Long.BYTES) {
                    beat(ByteBuffer.wrap(body).getLong());
                }
                return;
            }
            requireNonNull(receiver).received(body);
        });
    }

    /** Lettuce subscribes again by itself after a lost connection: what was published in between is missing. */
    @Override
    public void onChannelSubscribed(byte[] subscribed, long count) {
        if (Arrays.equals(subscribed, own)) {
            missing.set(true);
            handle(() -> {});
        }
    }

    /** On the one thread of the handler: the client's event loop must not wait for a lock. */
    private void handle(Runnable task) {
        handler.execute(() -> {
            if (missing.getAndSet(false)) {
                mayHaveLost();
            }
            task.run();
        });
    }

    private void mayHaveLost() {
        lostAt = System.nanoTime();
        requireNonNull(receiver).mayHaveMissed();
    }

    private void beat(long sentAt) {
        if (sentAt - heard < 0) {
            return;
        }
        if (sentAt - heard > SILENCE && sentAt - lostAt > SILENCE) {
            mayHaveLost();
        }
        heard = sentAt;
        requireNonNull(receiver).upToDate(sentAt);
    }

    private void send(byte[] to, byte[] body) {
        try (RedisConnection connection = connections.getConnection()) {
            connection.publish(to, body);
        }
    }

    private void subscribe() {
        try (RedisConnection connection = connections.getConnection()) {
            since = System.nanoTime();
            subscription = connection;
            // Jedis returns when the subscription ends, Lettuce at once.
            connection.subscribe(this, channel, own);
            while (connection.isSubscribed() && !isSilent()) {
                Thread.sleep(BEAT);
            }
        } catch (RuntimeException ex) {
            log.debug("The subscription ended", ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private void sendBeat() {
        try {
            if (isSilent()) {
                end();
            }
            byte[] now = new byte[Long.BYTES];
            ByteBuffer.wrap(now).putLong(System.nanoTime());
            send(own, now);
        } catch (RuntimeException ex) {
            log.debug("A heartbeat was not sent", ex);
        }
    }

    /** A connection that says nothing may be dead without having been closed. */
    private boolean isSilent() {
        long now = System.nanoTime();
        return now - heard > 2 * SILENCE && now - since > 2 * SILENCE;
    }

    /** Closes the socket that a thread of Jedis reads: giving the connection back to its pool would not end the read. */
    private void end() {
        RedisConnection connection = subscription;
        if (JEDIS && connection != null && connection.getNativeConnection() instanceof Jedis jedis) {
            jedis.disconnect();
        }
    }

    @Override
    public void stop() {
        timer.shutdownNow();
        end();
        handler.shutdownNow();
    }
}
