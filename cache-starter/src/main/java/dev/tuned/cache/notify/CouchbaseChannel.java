/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.notify;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import com.couchbase.client.core.error.DocumentExistsException;
import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.core.msg.kv.CodecFlags;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.codec.Transcoder;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.InvalidationChannel;

import static com.couchbase.client.java.kv.GetOptions.getOptions;
import static com.couchbase.client.java.kv.IncrementOptions.incrementOptions;
import static com.couchbase.client.java.kv.InsertOptions.insertOptions;

/**
 * Notifications as documents of a Couchbase bucket, where nothing else is there that could carry them: a counter, and for each number a
 * document with the messages that waited when it was taken, which expires after ten minutes. Every instance asks for the counter twice a
 * second, and for the documents that are new.
 *
 * <p>A number without a document is waited for: its writer may be between the two. After {@value #GRACE_MILLIS} ms it counts as missed, as does
 * a counter that went back, jumped, or is gone. A new one begins with the time, which is ahead of every number before, so that others notice.
 * Not noticed is a failover that loses documents if the counter is as far again within half a second. Thread-safe.
 */
public final class CouchbaseChannel implements InvalidationChannel {

    private static final Log log = LogFactory.getLog(CouchbaseChannel.class);

    private static final long POLL_MILLIS = 500;
    private static final long GRACE_MILLIS = 1_500;
    private static final Duration OPERATION = Duration.ofSeconds(1);
    private static final Duration EXPIRY = Duration.ofMinutes(10);
    private static final int BATCH_BYTES = 512 * 1024;
    private static final int READS_AT_ONCE = 64;
    /** Documents behind from which on it is quicker to begin with an empty memory. */
    private static final long MAX_BEHIND = 2_000;

    private static final Transcoder BYTES = new Transcoder() {

        @Override
        public EncodedValue encode(Object input) {
            return new EncodedValue((byte[]) input, CodecFlags.BINARY_COMPAT_FLAGS);
        }

        @Override
        public <T> T decode(Class<T> target, byte[] input, int flags) {
            return target.cast(input);
        }
    };

    private final Supplier<Collection> documents;
    private final String counter;
    private final BooleanSupplier wanted;
    private final ThreadFactory threads;
    private final ConcurrentLinkedQueue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private final ReentrantLock writing = new ReentrantLock();
    private @Nullable ScheduledThreadPoolExecutor timer;

    /** A message that is about to be published. */
    private static final class Waiting {

        private final byte[] message;
        private boolean done;
        private @Nullable RuntimeException failure;

        Waiting(byte[] message) {
            this.message = message;
        }
    }

    /**
     * Creates a channel that reads nothing yet.
     *
     * @param documents where the documents are; asked for each operation
     * @param name begins their keys
     * @param wanted whether anything is in memory that a notification could concern: else Couchbase is not asked
     * @param threads makes the channel's thread
     */
    public CouchbaseChannel(
            Supplier<Collection> documents, String name, BooleanSupplier wanted, ThreadFactory threads) {
        this.documents = documents;
        this.counter = name;
        this.wanted = wanted;
        this.threads = threads;
    }

    @Override
    public synchronized void start(Receiver receiver) {
        timer = new ScheduledThreadPoolExecutor(1, threads);
        var unused = timer.scheduleWithFixedDelay(new Reader(receiver), 0, POLL_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public synchronized void stop() {
        if (timer != null) {
            timer.shutdownNow();
        }
    }

    /** One of those who publish at once writes for all. */
    @Override
    public void publish(byte[] message) {
        Waiting mine = new Waiting(message);
        waiting.add(mine);
        writing.lock();
        try {
            while (!mine.done) {
                writeBatch();
            }
        } finally {
            writing.unlock();
        }
        if (mine.failure != null) {
            throw mine.failure;
        }
    }

    private void writeBatch() {
        List<Waiting> batch = new ArrayList<>();
        int bytes = 0;
        for (Waiting next = waiting.peek();
                next != null && (bytes == 0 || bytes < BATCH_BYTES);
                next = waiting.peek()) {
            batch.add(next);
            bytes += Integer.BYTES + next.message.length;
            waiting.remove();
        }
        RuntimeException failure = null;
        try {
            write(encode(batch, bytes));
        } catch (RuntimeException ex) {
            failure = ex;
        }
        for (Waiting each : batch) {
            each.failure = failure;
            each.done = true;
        }
    }

    private static byte[] encode(List<Waiting> batch, int bytes) {
        ByteBuffer document = ByteBuffer.allocate(bytes);
        for (Waiting each : batch) {
            document.putInt(each.message.length).put(each.message);
        }
        return document.array();
    }

    private void write(byte[] document) {
        for (boolean written = false; !written; ) {
            long number = add(1);
            try {
                documents
                        .get()
                        .insert(
                                key(number),
                                document,
                                insertOptions().transcoder(BYTES).expiry(EXPIRY).timeout(OPERATION));
                written = true;
            } catch (DocumentExistsException ex) {
                // By the client's own repetition of this insert, or the counter went back.
                written = Arrays.equals(document, read(key(number)).join());
            }
        }
    }

    private String key(long number) {
        return counter + ':' + number;
    }

    private long add(long delta) {
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        return documents
                .get()
                .binary()
                .increment(counter, incrementOptions().delta(delta).initial(now).timeout(OPERATION))
                .content();
    }

    /** A document's bytes, or null if there is none. */
    private CompletableFuture<byte @Nullable []> read(String key) {
        return documents
                .get()
                .async()
                .get(key, getOptions().transcoder(BYTES).timeout(OPERATION))
                .handle((found, ex) -> {
                    Throwable cause = ex instanceof CompletionException && ex.getCause() != null ? ex.getCause() : ex;
                    if (cause instanceof DocumentNotFoundException) {
                        return null;
                    }
                    if (cause != null) {
                        throw new CompletionException(cause);
                    }
                    return found.contentAs(byte[].class);
                });
    }

    /** Asks for what is new. Of the timer's thread. */
    private final class Reader implements Runnable {

        private final Receiver receiver;
        /** Numbers whose documents were not read yet, and when they were noticed. */
        private final Map<Long, Long> missing = new TreeMap<>();
        /** Not positive: it has not been read yet. */
        private long last;

        Reader(Receiver receiver) {
            this.receiver = receiver;
        }

        @Override
        public void run() {
            if (!wanted.getAsBoolean()) {
                return;
            }
            try {
                poll(System.nanoTime());
            } catch (RuntimeException ex) {
                // The next poll tries again; meanwhile nobody says that all has arrived.
                log.debug("Notifications could not be read", ex);
            }
        }

        private void poll(long now) {
            byte[] text = read(counter).join();
            long count = text == null ? add(0) : Long.parseLong(new String(text, StandardCharsets.US_ASCII).trim());
            if (last <= 0 || count < last || count - last > MAX_BEHIND) {
                beginAt(count);
            } else {
                for (long number = last + 1; number <= count; number++) {
                    missing.put(number, now);
                }
                last = count;
                readMissing(now);
            }
            if (missing.isEmpty()) {
                receiver.upToDate(now);
            }
        }

        private void beginAt(long count) {
            missing.clear();
            last = count;
            receiver.mayHaveMissed();
        }

        private void readMissing(long now) {
            List<Long> numbers = List.copyOf(missing.keySet());
            for (int i = 0; i < numbers.size(); i += READS_AT_ONCE) {
                List<Long> some = numbers.subList(i, Math.min(i + READS_AT_ONCE, numbers.size()));
                List<CompletableFuture<byte @Nullable []>> reads =
                        some.stream().map(number -> read(key(number))).toList();
                for (int j = 0; j < some.size(); j++) {
                    byte[] document = reads.get(j).join();
                    if (document != null) {
                        missing.remove(some.get(j));
                        deliver(document);
                    }
                }
            }
            if (missing.values().stream()
                    .anyMatch(since -> now - since > TimeUnit.MILLISECONDS.toNanos(GRACE_MILLIS))) {
                beginAt(last);
            }
        }

        private void deliver(byte[] document) {
            ByteBuffer in = ByteBuffer.wrap(document);
            while (in.hasRemaining()) {
                int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
                if (length < 0 || length > in.remaining()) {
                    // Of another form: whatever it says.
                    receiver.mayHaveMissed();
                    return;
                }
                byte[] message = new byte[length];
                in.get(message);
                receiver.received(message);
            }
        }
    }
}
