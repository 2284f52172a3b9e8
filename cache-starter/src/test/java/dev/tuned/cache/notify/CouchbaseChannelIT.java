/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.notify;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

import com.couchbase.client.core.env.PasswordAuthenticator;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.ClusterOptions;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.kv.IncrementOptions;
import com.couchbase.mock.memcached.protocol.CommandCode;
import com.couchbase.mock.memcached.protocol.ErrorCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.tuned.cache.InvalidationChannel;
import dev.tuned.cache.MockCouchbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CouchbaseChannelIT {

    private static final String NAME = "tuned-cache";

    private final List<CouchbaseChannel> channels = new ArrayList<>();
    private MockCouchbase couchbase;
    private Cluster cluster;
    private Collection documents;

    private static final class Heard implements InvalidationChannel.Receiver {

        final Queue<String> messages = new ConcurrentLinkedQueue<>();
        final AtomicInteger missed = new AtomicInteger();
        final AtomicLong upTo = new AtomicLong(System.nanoTime());

        @Override
        public void received(byte[] message) {
            messages.add(new String(message, StandardCharsets.UTF_8));
        }

        @Override
        public void upToDate(long nanoTime) {
            upTo.set(nanoTime);
        }

        @Override
        public void mayHaveMissed() {
            missed.incrementAndGet();
        }
    }

    @BeforeEach
    void connect() throws InterruptedException {
        couchbase = new MockCouchbase();
        cluster = Cluster.connect(
                "couchbase://127.0.0.1:" + couchbase.port(),
                ClusterOptions.clusterOptions(
                        PasswordAuthenticator.builder(MockCouchbase.BUCKET, MockCouchbase.PASSWORD)
                                .onlyEnablePlainSaslMechanism()
                                .build()));
        documents = cluster.bucket(MockCouchbase.BUCKET).defaultCollection();
        await(() -> {
            try {
                return documents.upsert("ready", 1).cas() != 0;
            } catch (RuntimeException ex) {
                return false;
            }
        });
    }

    @AfterEach
    void disconnect() {
        channels.forEach(CouchbaseChannel::stop);
        cluster.disconnect();
        couchbase.close();
    }

    private CouchbaseChannel channel(BooleanSupplier wanted) {
        CouchbaseChannel channel = new CouchbaseChannel(() -> documents, NAME, wanted, task -> {
            Thread thread = new Thread(task, "channel");
            thread.setDaemon(true);
            return thread;
        });
        channels.add(channel);
        return channel;
    }

    private Heard started() throws InterruptedException {
        Heard heard = new Heard();
        channel(() -> true).start(heard);
        // What it missed before is not known.
        await(() -> heard.missed.get() == 1);
        return heard;
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("nanoTime").isLessThan(end);
            Thread.sleep(20);
        }
    }

    private static byte[] bytes(String message) {
        return message.getBytes(StandardCharsets.UTF_8);
    }

    private long add(long delta) {
        return documents
                .binary()
                .increment(
                        NAME, IncrementOptions.incrementOptions().delta(delta).initial(1))
                .content();
    }

    @Test
    void messagesReachEachInstanceThatIsStarted() throws Exception {
        Heard one = started();
        Heard other = started();
        channel(() -> true).publish(bytes("a"));
        channel(() -> true).publish(new byte[0]);
        await(() -> one.messages.size() == 2 && other.messages.size() == 2);
        assertThat(one.messages).containsExactly("a", "");
        assertThat(one.missed).hasValue(1);
        assertThat(other.missed).hasValue(1);
    }

    @Test
    void thoseWhoPublishAtOnceShareADocument() throws Exception {
        CouchbaseChannel channel = channel(() -> true);
        // A busy machine may not write within the second that each publication has: then it is tried again.
        boolean allPublished = false;
        for (int tries = 0; tries < 5 && !allPublished; tries++) {
            Heard heard = started();
            long before = couchbase.count(CommandCode.ADD);
            allPublished = publishAtOnce(channel);
            if (allPublished) {
                await(() -> heard.messages.size() == 1600);
                assertThat(heard.messages).doesNotHaveDuplicates();
                assertThat(heard.missed).hasValue(1);
                assertThat(couchbase.count(CommandCode.ADD) - before).isLessThan(1600);
            }
        }
        assertThat(allPublished).as("all published").isTrue();
    }

    private static boolean publishAtOnce(CouchbaseChannel channel) throws InterruptedException {
        AtomicInteger published = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 16; t++) {
            int thread = t;
            threads.add(new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    channel.publish(bytes(thread + " " + i));
                    published.incrementAndGet();
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        return published.get() == 1600;
    }

    @Test
    void whatIsPublishedWhileNothingIsWantedIsReadAfterwards() throws Exception {
        AtomicBoolean wanted = new AtomicBoolean(true);
        Heard heard = new Heard();
        channel(wanted::get).start(heard);
        await(() -> heard.missed.get() == 1);
        wanted.set(false);
        Thread.sleep(1_000);
        long reads = couchbase.count(CommandCode.GET);
        channel(() -> true).publish(bytes("a"));
        Thread.sleep(1_500);
        assertThat(couchbase.count(CommandCode.GET)).isEqualTo(reads);
        assertThat(heard.messages).isEmpty();
        wanted.set(true);
        await(() -> heard.messages.size() == 1);
        assertThat(heard.missed).hasValue(1);
    }

    @Test
    void aNumberWithoutADocumentIsWaitedForAndThenMissed() throws Exception {
        Heard heard = started();
        add(1);
        long behind = heard.upTo.get();
        channel(() -> true).publish(bytes("behind it"));
        await(() -> heard.messages.contains("behind it"));
        await(() -> heard.missed.get() == 2);
        await(() -> heard.upTo.get() > behind);
        channel(() -> true).publish(bytes("later"));
        await(() -> heard.messages.contains("later"));
        assertThat(heard.missed).hasValue(2);
    }

    @Test
    void aDocumentThatComesLateIsRead() throws Exception {
        Heard heard = started();
        CouchbaseChannel slow = channel(() -> true);
        couchbase.fail(ErrorCode.ETMPFAIL, CommandCode.ADD, 3);
        slow.publish(bytes("late"));
        await(() -> heard.messages.contains("late"));
        assertThat(heard.missed).hasValue(1);
    }

    @Test
    void aCounterThatGoesBackOrIsGoneOrJumpsIsALoss() throws Exception {
        Heard heard = started();
        channel(() -> true).publish(bytes("a"));
        await(() -> heard.messages.contains("a"));
        documents.remove(NAME);
        await(() -> heard.missed.get() == 2);
        channel(() -> true).publish(bytes("b"));
        await(() -> heard.messages.contains("b"));
        documents.remove(NAME);
        add(1);
        await(() -> heard.missed.get() == 3);
        add(1_000_000);
        await(() -> heard.missed.get() == 4);
        channel(() -> true).publish(bytes("c"));
        await(() -> heard.messages.contains("c"));
        assertThat(heard.missed).hasValue(4);
    }

    @Test
    void aNumberThatHasADocumentAlreadyIsNotTakenForOnesOwn() throws Exception {
        Heard heard = started();
        CouchbaseChannel channel = channel(() -> true);
        channel.publish(bytes("a"));
        await(() -> heard.messages.contains("a"));
        long count = add(0);
        documents.insert(NAME + ":" + (count + 1), "of somebody else");
        channel.publish(bytes("b"));
        await(() -> heard.messages.contains("b"));
        assertThat(add(0)).isEqualTo(count + 2);
        // The other one is of no form that is known.
        await(() -> heard.missed.get() == 2);
    }

    @Test
    void whatCouchbaseDoesNotTakeThrowsAndNobodyIsUpToDateMeanwhile() throws Exception {
        Heard heard = started();
        CouchbaseChannel channel = channel(() -> true);
        channel.publish(bytes("a"));
        await(() -> heard.messages.contains("a"));
        couchbase.fail(ErrorCode.ETMPFAIL, CommandCode.INCREMENT, -1);
        assertThatThrownBy(() -> channel.publish(bytes("b"))).isInstanceOf(RuntimeException.class);
        couchbase.fail(ErrorCode.ETMPFAIL, CommandCode.GET, -1);
        // One poll may have begun before.
        Thread.sleep(1_000);
        long upTo = heard.upTo.get();
        Thread.sleep(1_500);
        assertThat(heard.upTo).hasValue(upTo);
        couchbase.fail(ErrorCode.SUCCESS, CommandCode.GET, 0);
        channel.publish(bytes("c"));
        await(() -> heard.messages.contains("c"));
        assertThat(heard.messages).doesNotContain("b");
    }
}
