/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.notify;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.Subscription;
import org.springframework.data.redis.connection.SubscriptionListener;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

import dev.tuned.cache.InvalidationChannel;

import static dev.tuned.cache.notify.Notifications.SILENCE;

/**
 * Notifications through Redis' publish and subscribe. A heartbeat that only this instance hears goes the same way once a second: what was
 * published before it has been handled when it arrives. Each new subscription, and each heartbeat that was late, says that notifications may
 * be missing. Thread-safe.
 */
public final class RedisChannel implements InvalidationChannel, MessageListener, SubscriptionListener {

    private static final Log log = LogFactory.getLog(RedisChannel.class);
    private static final long BEAT = 1_000;
    private static final long POLL = 100;

    private final RedisConnectionFactory connections;
    private final boolean jedis;
    private final byte[] channel;
    private final byte[] own;
    private final ThreadFactory threads;
    private final ThreadPoolExecutor handler;
    private final AtomicBoolean missing = new AtomicBoolean();
    private volatile long heard = System.nanoTime() - 2 * SILENCE;
    private volatile long lostAt = heard;
    private volatile long since = heard;
    private volatile @Nullable Receiver receiver;
    private @Nullable ScheduledThreadPoolExecutor timer;
    private volatile @Nullable RedisConnection subscription;

    /**
     * Creates a channel that is not subscribed yet.
     *
     * @param name the name of Redis' channel
     * @param threads makes the channel's threads
     */
    public RedisChannel(RedisConnectionFactory connections, String name, ThreadFactory threads) {
        this.connections = connections;
        this.jedis = connections.getClass().getName().endsWith(".JedisConnectionFactory");
        this.channel = name.getBytes(StandardCharsets.UTF_8);
        this.own = (name + ":" + UUID.randomUUID()).getBytes(StandardCharsets.UTF_8);
        this.threads = threads;
        BlockingQueue<Runnable> waiting = new ArrayBlockingQueue<>(10_000);
        this.handler = new ThreadPoolExecutor(
                1, 1, 10, TimeUnit.SECONDS, waiting, threads, (task, executor) -> missing.set(true));
        handler.allowCoreThreadTimeOut(true);
    }

    @Override
    public synchronized void start(Receiver started) {
        receiver = started;
        timer = new ScheduledThreadPoolExecutor(2, threads);
        var unused = timer.scheduleWithFixedDelay(this::subscribe, 0, POLL, TimeUnit.MILLISECONDS);
        unused = timer.scheduleWithFixedDelay(this::sendBeat, 0, BEAT, TimeUnit.MILLISECONDS);
    }

    /** The connection of the subscription ends before its factory does. */
    @Override
    public synchronized void stop() {
        receiver = null;
        try {
            for (int i = 0; timer != null && i < 10 && timer.getActiveCount() > 0; i++) {
                end();
                Thread.sleep(POLL);
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        if (timer != null) {
            timer.shutdownNow();
        }
    }

    @Override
    public void publish(byte[] message) {
        send(channel, message);
    }

    @Override
    public void onMessage(Message message, byte @Nullable [] pattern) {
        handle(receiving -> {
            byte[] body = message.getBody();
            if (!Arrays.equals(message.getChannel(), own)) {
                receiving.received(body);
            } else if (body.length == Long.BYTES) {
                beat(receiving, ByteBuffer.wrap(body).getLong());
            }
        });
    }

    /** Lettuce subscribes again by itself after a lost connection: what was published in between is missing. */
    @Override
    public void onChannelSubscribed(byte[] subscribed, long count) {
        if (Arrays.equals(subscribed, own)) {
            missing.set(true);
            handle(receiving -> {});
        }
    }

    /** On the one thread of the handler: the client's event loop must not wait for a lock. */
    private void handle(Consumer<Receiver> task) {
        handler.execute(() -> {
            Receiver receiving = receiver;
            if (receiving != null) {
                if (missing.getAndSet(false)) {
                    mayHaveLost(receiving);
                }
                task.accept(receiving);
            }
        });
    }

    private void mayHaveLost(Receiver receiving) {
        lostAt = System.nanoTime();
        receiving.mayHaveMissed();
    }

    private void beat(Receiver receiving, long sentAt) {
        if (sentAt - heard < 0 || sentAt - System.nanoTime() > 0) {
            // Not in its turn, or not from here.
            return;
        }
        if (sentAt - heard > SILENCE && sentAt - lostAt > SILENCE) {
            mayHaveLost(receiving);
        }
        heard = sentAt;
        receiving.upToDate(sentAt);
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
            // If Redis refuses commands, it refuses this one: a subscription that is refused leaves Jedis' connection
            // in disorder.
            connection.publish(own, new byte[0]);
            // Jedis returns when the subscription ends, Lettuce at once.
            connection.subscribe(this, channel, own);
            while (receiver != null && connection.isSubscribed() && !isSilent()) {
                Thread.sleep(POLL);
            }
        } catch (RuntimeException ex) {
            log.debug("The subscription ended", ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } finally {
            subscription = null;
        }
    }

    private void sendBeat() {
        try {
            if (isSilent()) {
                end();
            }
            send(own, ByteBuffer.allocate(Long.BYTES).putLong(System.nanoTime()).array());
        } catch (RuntimeException ex) {
            log.debug("A heartbeat was not sent", ex);
        }
    }

    /** A connection that says nothing may be dead without having been closed. */
    private boolean isSilent() {
        long now = System.nanoTime();
        return now - heard > 2 * SILENCE && now - since > 2 * SILENCE;
    }

    /** Ends a read of Jedis by closing its socket, or, where Spring Data Redis 4.1 does not show it, by asking Redis to end it. */
    private void end() {
        RedisConnection connection = subscription;
        if (jedis && connection != null) {
            Subscription subscribed = connection.getSubscription();
            if (connection.getNativeConnection() instanceof Jedis client) {
                client.disconnect();
            } else if (subscribed != null && connection.getNativeConnection() instanceof UnifiedJedis) {
                subscribed.unsubscribe();
            }
        }
    }
}
