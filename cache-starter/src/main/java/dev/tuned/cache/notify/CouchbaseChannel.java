/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.notify;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
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
import com.couchbase.client.java.Collection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.InvalidationChannel;

import static com.couchbase.client.java.kv.InsertOptions.insertOptions;
import static dev.tuned.cache.notify.CouchbaseDocuments.BYTES;

/**
 * Notifications as documents of a Couchbase bucket, where nothing else is there that could carry them: a counter, and for each number a
 * document with the messages that waited when it was taken, which expires after ten minutes. Every instance asks for the counter twice a
 * second, and for the documents that are new.
 *
 * <p>A number without a document is waited for: its writer may be between the two. After 1.5 s it counts as missed, as does a counter that
 * went back or jumped. A new one begins with the time, so that others notice. Not noticed is a failover that loses documents if the counter is
 * as far again within half a second. Thread-safe.
 */
public final class CouchbaseChannel implements InvalidationChannel {

    private static final Log log = LogFactory.getLog(CouchbaseChannel.class);

    private static final long POLL = 500;
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(1_500);
    private static final Duration EXPIRY = Duration.ofMinutes(10);
    /** Documents behind from which on it is quicker to begin with an empty memory. */
    private static final long BEHIND = 1_000;

    private final Supplier<Collection> documents;
    private final String counter;
    private final BooleanSupplier wanted;
    private final ThreadFactory threads;
    private final ConcurrentLinkedQueue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private final ReentrantLock writing = new ReentrantLock();
    private @Nullable ScheduledThreadPoolExecutor timer;

    /** A message that is about to be published. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Waiting(byte[] message, CompletableFuture<Void> written) {}

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
        var unused = timer.scheduleWithFixedDelay(new Reader(receiver), 0, POLL, TimeUnit.MILLISECONDS);
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
        Waiting mine = new Waiting(message, new CompletableFuture<>());
        waiting.add(mine);
        writing.lock();
        try {
            while (!mine.written.isDone()) {
                writeBatch();
            }
        } finally {
            writing.unlock();
        }
        mine.written.join();
    }

    private void writeBatch() {
        List<Waiting> batch = new ArrayList<>();
        int bytes = 0;
        for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
            batch.add(next);
            bytes += Integer.BYTES + next.message.length;
        }
        ByteBuffer document = ByteBuffer.allocate(bytes);
        batch.forEach(each -> document.putInt(each.message.length).put(each.message));
        try {
            write(CouchbaseDocuments.binary(document.array()));
            batch.forEach(each -> each.written.complete(null));
        } catch (RuntimeException ex) {
            batch.forEach(each -> each.written.completeExceptionally(ex));
        }
    }

    private void write(byte[] document) {
        try {
            String id = id(await(CouchbaseDocuments.add(documents.get(), counter, 1)));
            await(documents
                    .get()
                    .async()
                    .insert(id, document, insertOptions().transcoder(BYTES).expiry(EXPIRY)));
        } catch (CompletionException ex) {
            if (!(ex.getCause() instanceof DocumentExistsException)) {
                throw ex;
            }
            // By the client's own repetition of this insert, or the counter went back: twice is allowed.
            write(document);
        }
    }

    private String id(long number) {
        return counter + ':' + number;
    }

    private static <T extends @Nullable Object> T await(CompletableFuture<T> answer) {
        return answer.orTimeout(1, TimeUnit.SECONDS).join();
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
            try {
                if (wanted.getAsBoolean()) {
                    poll(System.nanoTime());
                }
            } catch (RuntimeException ex) {
                // The next poll tries again; meanwhile nobody says that all has arrived.
                log.debug("Notifications could not be read", ex);
            }
        }

        private void poll(long now) {
            long count = await(CouchbaseDocuments.count(documents.get(), counter));
            if (last <= 0 || count < last || count - last > BEHIND) {
                begin();
            } else {
                for (long number = last + 1; number <= count; number++) {
                    missing.put(number, now);
                }
            }
            last = count;
            Map<Long, CompletableFuture<byte @Nullable []>> reads = new TreeMap<>();
            missing.keySet().forEach(number -> reads.put(number, CouchbaseDocuments.read(documents.get(), id(number))));
            reads.forEach((number, read) -> {
                byte[] document = await(read);
                if (document != null) {
                    deliver(ByteBuffer.wrap(document, Integer.BYTES, document.length - Integer.BYTES));
                    missing.remove(number);
                }
            });
            if (missing.values().stream().anyMatch(since -> now - since > GRACE)) {
                begin();
            }
            if (missing.isEmpty()) {
                receiver.upToDate(now);
            }
        }

        private void begin() {
            missing.clear();
            receiver.mayHaveMissed();
        }

        private void deliver(ByteBuffer document) {
            while (document.hasRemaining()) {
                int length = (document.remaining() < Integer.BYTES) ? -1 : document.getInt();
                if (length < 0 || length > document.remaining()) {
                    // Of another form: whatever it says.
                    receiver.mayHaveMissed();
                    return;
                }
                byte[] message = new byte[length];
                document.get(message);
                receiver.received(message);
            }
        }
    }
}
