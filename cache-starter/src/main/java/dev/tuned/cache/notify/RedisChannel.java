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
import java.util.concurrent.atomic.LongAdder;

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

/**
 * Notifications through Redis' publish and subscribe. A heartbeat that only this instance hears goes the same way once a second: what was
 * published before it has been handled when it arrives. Each new subscription, and each heartbeat that was late, says that notifications may
 * be missing. Thread-safe.
 */
public final class RedisChannel implements MessageListener, SubscriptionListener, AutoCloseable {

    /** Who is notified; called by one thread. */
    public interface Listener {

        /** Another instance changed something. */
        void changed(Notification notification);

        /** All that was published before this time of {@link System#nanoTime} has been handled. */
        void heard(long nanoTime);

        /** Notifications may be missing. */
        void lost();
    }

    /** How old the last heartbeat may be, in nanoseconds, for the channel to be connected. */
    public static final long SILENCE = TimeUnit.SECONDS.toNanos(3);

    private static final Log log = LogFactory.getLog(RedisChannel.class);
    private static final long BEAT = 1_000;
    private static final long POLL = 100;

    private final UUID id = UUID.randomUUID();
    private final RedisConnectionFactory connections;
    private final boolean jedis;
    private final byte[] channel;
    private final byte[] own;
    private final Listener listener;
    private final ScheduledThreadPoolExecutor timer;
    private final ThreadPoolExecutor handler;
    private final LongAdder sent = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final AtomicBoolean missing = new AtomicBoolean();
    private volatile long heard = System.nanoTime() - 2 * SILENCE;
    private volatile long lostAt = heard;
    private volatile long since = heard;
    private volatile boolean running;
    private volatile @Nullable RedisConnection subscription;

    /**
     * Creates a channel that is not subscribed yet.
     *
     * @param name the name of Redis' channel
     * @param threads makes the channel's threads
     */
    public RedisChannel(RedisConnectionFactory connections, String name, Listener listener, ThreadFactory threads) {
        this.connections = connections;
        this.jedis = connections.getClass().getName().endsWith(".JedisConnectionFactory");
        this.channel = name.getBytes(StandardCharsets.UTF_8);
        this.own = (name + ":" + id).getBytes(StandardCharsets.UTF_8);
        this.listener = listener;
        this.timer = new ScheduledThreadPoolExecutor(2, threads);
        BlockingQueue<Runnable> waiting = new ArrayBlockingQueue<>(10_000);
        this.handler = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, waiting, threads, (task, executor) -> missing.set(true));
        var unused = timer.scheduleWithFixedDelay(this::subscribe, 0, POLL, TimeUnit.MILLISECONDS);
        unused = timer.scheduleWithFixedDelay(this::sendBeat, 0, BEAT, TimeUnit.MILLISECONDS);
    }

    /** Subscribes in the background, as soon as Redis can be reached. */
    public void start() {
        running = true;
    }

    /** Ends the subscription, whose connection ends before its factory does. It can be started again. */
    public void stop() {
        running = false;
        try {
            for (int i = 0; i < 10 && timer.getActiveCount() > 0; i++) {
                end();
                Thread.sleep(POLL);
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Hands a notification to Redis.
     *
     * @throws RuntimeException if Redis did not take it
     */
    public void publish(Key key, boolean second) {
        send(channel, new Notification(id, key, second).encode());
        sent.increment();
    }

    /** Whether a heartbeat arrived lately. */
    public boolean isConnected() {
        return System.nanoTime() - heard <= SILENCE;
    }

    /** Notifications that were sent. */
    public long sent() {
        return sent.sum();
    }

    /** Notifications of other instances. */
    public long received() {
        return received.sum();
    }

    /** How often notifications may have been missing. */
    public long lost() {
        return lost.sum();
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
            Notification notification = Notification.decode(body);
            if (notification != null && !notification.sender().equals(id)) {
                received.increment();
                listener.changed(notification);
            }
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
        lost.increment();
        lostAt = System.nanoTime();
        listener.lost();
    }

    private void beat(long sentAt) {
        if (sentAt - heard < 0 || sentAt - System.nanoTime() > 0) {
            // Not in its turn, or not from here.
            return;
        }
        if (sentAt - heard > SILENCE && sentAt - lostAt > SILENCE) {
            mayHaveLost();
        }
        heard = sentAt;
        listener.heard(sentAt);
    }

    private void send(byte[] to, byte[] body) {
        try (RedisConnection connection = connections.getConnection()) {
            connection.publish(to, body);
        }
    }

    private void subscribe() {
        if (!running) {
            return;
        }
        try (RedisConnection connection = connections.getConnection()) {
            since = System.nanoTime();
            subscription = connection;
            // If Redis refuses commands, it refuses this one: a subscription that is refused leaves Jedis' connection
            // in disorder.
            connection.publish(own, new byte[0]);
            // Jedis returns when the subscription ends, Lettuce at once.
            connection.subscribe(this, channel, own);
            while (running && connection.isSubscribed() && !isSilent()) {
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

    @Override
    public void close() {
        stop();
        timer.shutdownNow();
        handler.shutdownNow();
    }
}
