/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import dev.tuned.cache.NearApplication;
import dev.tuned.cache.NearApplication.Products;
import dev.tuned.cache.NeedsRedis;
import dev.tuned.cache.RedisServer;
import dev.tuned.cache.autoconfigure.NearManagers;
import dev.tuned.cache.near.NearStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Messages that nobody sends who is well: of others, malformed, too many, lost. */
@NeedsRedis
@Timeout(120)
@Tag("thorough")
class MessagesIT {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String CHANNEL = "tuned-cache";

    private RedisServer redis;
    private NearApplication one;
    private NearApplication other;
    private NearStore near;

    @BeforeEach
    void start() {
        redis = RedisServer.start();
        Products.SOURCE.clear();
        one = NearApplication.near(redis);
        other = NearApplication.near(redis);
        near = near(other);
        await().atMost(SOON)
                .until(() -> near(one).channel().isConnected() && near.channel().isConnected());
    }

    @AfterEach
    void stop() {
        one.close();
        other.close();
        redis.close();
    }

    private static NearStore near(NearApplication application) {
        return application.bean(NearManagers.class).stores().get(0);
    }

    private static String find(NearApplication application, String id) {
        try {
            return application.products().find(id);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    private long hits() {
        return other.bean(NearManagers.class).caches().stream()
                .mapToLong(cache -> cache.hits.sum())
                .sum();
    }

    private void warm(String id) {
        await().atMost(SOON).until(() -> {
            long before = hits();
            find(other, id);
            return hits() > before;
        });
    }

    private void publish(String channel, byte[] message) {
        try (RedisConnection connection = one.bean(RedisConnectionFactory.class).getConnection()) {
            connection.publish(channel.getBytes(StandardCharsets.UTF_8), message);
        }
    }

    /** What an instance sends that is gone. */
    private byte[] messageOfAnother(String id) throws InterruptedException {
        BlockingQueue<byte[]> heard = new LinkedBlockingQueue<>();
        try (NearApplication third = NearApplication.near(redis);
                RedisConnection connection =
                        third.bean(RedisConnectionFactory.class).getConnection()) {
            CompletableFuture<Void> subscription = CompletableFuture.runAsync(() -> connection.subscribe(
                    (message, pattern) -> heard.add(message.getBody()), CHANNEL.getBytes(StandardCharsets.UTF_8)));
            subscription.join();
            byte[] message = null;
            for (int i = 0; i < 100 && message == null; i++) {
                third.cache("products").evict(id);
                message = heard.poll(200, TimeUnit.MILLISECONDS);
            }
            assertThat(message).isNotNull();
            return message;
        }
    }

    private void assertAChangeIsSeen(String id) {
        one.products().change(id, "changed");
        await().atMost(Duration.ofSeconds(5)).until(() -> find(other, id).equals("changed"));
    }

    @Test
    void messagesOfOthersAndMalformedOnesChangeNothing() throws InterruptedException {
        Products.SOURCE.put("1", "old");
        byte[] valid = messageOfAnother("1");
        warm("1");
        long received = near.channel().received();
        long lost = near.channel().lost();
        byte[] otherVersion = valid.clone();
        ByteBuffer.wrap(otherVersion).putInt(ByteBuffer.wrap(valid).getInt() + 1);
        publish(CHANNEL, otherVersion);
        publish(CHANNEL, new byte[0]);
        publish(CHANNEL, "{\"cache\":\"products\",\"key\":\"1\"}".getBytes(StandardCharsets.UTF_8));
        publish(CHANNEL, Arrays.copyOf(valid, 8));
        publish("another-channel", valid);
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[random.nextInt(1000)];
            random.nextBytes(bytes);
            publish(CHANNEL, bytes);
        }
        Products.SOURCE.put("1", "not read");

        await().during(Duration.ofMillis(300))
                .atMost(Duration.ofSeconds(5))
                .until(() -> find(other, "1").equals("old"));
        assertThat(near.channel().received()).isEqualTo(received);
        assertThat(near.channel().lost()).isEqualTo(lost);

        publish(CHANNEL, valid);
        await().atMost(SOON).until(() -> near.channel().received() > received);
        assertAChangeIsSeen("1");
    }

    /** Its heartbeats cannot be told from what somebody else sends there. */
    @Test
    void heartbeatsOfAnotherTimeDoNotHideThatNothingArrives() throws InterruptedException {
        String channels = redis.command("PUBSUB CHANNELS " + CHANNEL + ":*");
        List<String> own =
                channels.lines().filter(line -> line.startsWith(CHANNEL + ":")).toList();
        assertThat(own).hasSize(2);
        for (String channel : own) {
            for (long time : List.of(System.nanoTime() + TimeUnit.DAYS.toNanos(1), Long.MIN_VALUE, Long.MAX_VALUE)) {
                publish(channel, ByteBuffer.allocate(Long.BYTES).putLong(time).array());
            }
        }
        TimeUnit.MILLISECONDS.sleep(500);
        redis.pause();
        try {
            await().atMost(Duration.ofSeconds(10)).until(() -> !near.channel().isConnected());
        } finally {
            redis.resume();
        }
    }

    @Tag("nightly")
    @Test
    void burstOfHundredThousandEndsAndNothingGrows() throws Exception {
        int keys = 2_000;
        for (int i = 0; i < keys; i++) {
            Products.SOURCE.put(key(i), "old");
            find(other, key(i));
        }
        byte[] message = messageOfAnother(key(0));
        await().atMost(SOON).until(() -> near.pending() == 0 && redis.has("products::" + key(keys - 1)));
        long before = Sizes.of(near);
        int threads = Thread.activeCount();

        burst(message, keys);

        await().atMost(SOON).until(() -> near.pending() == 0 && near.channel().isConnected());
        assertAChangeIsSeen(key(7));
        await().atMost(SOON).until(() -> near.pending() == 0);
        assertThat(near.channel().received()).isPositive();
        assertThat(Sizes.of(near)).isLessThanOrEqualTo(before + keys);
        assertThat(Thread.activeCount()).isLessThan(threads + 80);
        for (int i = 0; i < keys; i++) {
            assertThat(find(other, key(i))).isEqualTo(Products.SOURCE.get(key(i)));
        }
    }

    private static String key(int number) {
        return String.format("burst%04d", number);
    }

    /** As fast as Redis takes them. */
    private void burst(byte[] message, int keys) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), redis.port())) {
            CompletableFuture<Integer> answers = CompletableFuture.supplyAsync(() -> lines(socket, 100_000));
            OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
            byte[] head = ("*3\r\n$7\r\nPUBLISH\r\n$" + CHANNEL.length() + "\r\n" + CHANNEL + "\r\n$" + message.length
                            + "\r\n")
                    .getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 100_000; i++) {
                // Its key ends the message.
                byte[] number = String.format("%04d", i % keys).getBytes(StandardCharsets.UTF_8);
                System.arraycopy(number, 0, message, message.length - number.length, number.length);
                out.write(head);
                out.write(message);
                out.write('\r');
                out.write('\n');
            }
            out.flush();
            assertThat(answers.get(60, TimeUnit.SECONDS)).isEqualTo(100_000);
        }
    }

    private static int lines(Socket socket, int count) {
        int found = 0;
        try {
            InputStream in = socket.getInputStream();
            byte[] buffer = new byte[1 << 16];
            while (found < count) {
                int length = in.read(buffer);
                if (length < 0) {
                    break;
                }
                for (int i = 0; i < length; i++) {
                    if (buffer[i] == '\n') {
                        found++;
                    }
                }
            }
            return found;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Test
    void lostSubscriptionsAreMadeUpFor() throws InterruptedException {
        Products.SOURCE.put("1", "old");
        for (int i = 0; i < 5; i++) {
            warm("1");
            redis.command("CLIENT KILL TYPE pubsub");
            one.products().change("1", "new" + i);
            String value = "new" + i;
            await().atMost(Duration.ofSeconds(5)).until(() -> find(other, "1").equals(value));
            TimeUnit.MILLISECONDS.sleep(200);
        }
        await().atMost(SOON).until(() -> near.channel().isConnected());
        assertThat(near.channel().lost()).isPositive();
    }
}
