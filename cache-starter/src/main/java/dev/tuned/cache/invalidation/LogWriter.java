/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.L2Store;

/**
 * Gathers changes and writes them as batches, one at a time. A batch that did not get through is tried again until it
 * does, under the number it has; meanwhile changes gather. But for {@link #add}, all of it happens on the log's thread.
 */
final class LogWriter {

    static final int MAX_PENDING_CHANGES = 10_000;
    static final int MAX_PENDING_CHARACTERS = 512 * 1024;
    static final Duration MIN_RETRY_PAUSE = Duration.ofMillis(100);
    static final Duration MAX_RETRY_PAUSE = Duration.ofSeconds(1);

    private static final Log log = LogFactory.getLog(LogWriter.class);

    private static final long NONE = -1;

    final LongAdder sent = new LongAdder();
    final LongAdder batchesSent = new LongAdder();
    private final Pending pending = new Pending(MAX_PENDING_CHANGES, MAX_PENDING_CHARACTERS);
    private final AtomicBoolean active = new AtomicBoolean();
    private final CompletableFuture<Boolean> drained = new CompletableFuture<>();
    private final LogStore store;
    private final LogTimer timer;
    private final LogPosition position;
    private final String node;
    private final Duration batchWindow;
    private final Runnable readOn;

    private @Nullable Batch batch;
    private long number;
    private long sequence = NONE;
    private Duration backoff = MIN_RETRY_PAUSE;
    private boolean draining;
    private volatile int batchSize;

    LogWriter(
            LogStore store, LogTimer timer, Duration batchWindow, String node, LogPosition position, Runnable readOn) {
        this.store = store;
        this.timer = timer;
        this.node = node;
        this.position = position;
        this.batchWindow = batchWindow;
        this.readOn = readOn;
    }

    /** Takes a change. Any thread may call. */
    void add(Invalidation change) {
        pending.add(change);
        takeSoon();
    }

    private void takeSoon() {
        if (active.compareAndSet(false, true)) {
            try {
                timer.schedule(this::takeBatch, batchWindow);
            } catch (Throwable ex) {
                // The next change tries again.
                active.set(false);
                throw ex;
            }
        }
    }

    /** Changes that are not written yet. Any thread may call. */
    int waiting() {
        return pending.size() + batchSize;
    }

    /** Writes what is there without waiting for more; the future completes when nothing is left. */
    CompletableFuture<Boolean> drain() {
        timer.execute(() -> {
            draining = true;
            if (batch == null) {
                takeBatch();
            }
        });
        return drained;
    }

    private void takeBatch() {
        if (batch != null) {
            return;
        }
        batch = pending.take(node, number + 1);
        if (batch != null) {
            number++;
            batchSize = batch.size();
            sendOrRetry();
            return;
        }
        active.set(false);
        if (pending.size() > 0) {
            takeSoon();
        } else if (draining) {
            drained.complete(true);
        }
    }

    /** What has been taken is sent, whatever comes between. */
    private void sendOrRetry() {
        try {
            send();
        } catch (Throwable ex) {
            log.warn("Changes in the near cache could not be sent to other processes, which is tried again", ex);
            retry();
        }
    }

    private void send() {
        if (batch == null) {
            return;
        }
        if (sequence != NONE) {
            write(batch);
            return;
        }
        then(store.add(1), next -> {
            sequence = next;
            position.taken(next);
            send();
        });
    }

    private void write(Batch current) {
        then(store.write(sequence, current.encoded()), cas -> {
            if (cas == L2Store.NO_CAS) {
                compare(current);
            } else {
                written(current);
            }
        });
    }

    /** The number has a batch: this one, when an answer was lost, or another's, when the counter went back. */
    private void compare(Batch current) {
        then(store.batch(sequence), document -> {
            if (document == null) {
                retry();
            } else if (current.isSameAs(Batch.decoded(document.content()))) {
                written(current);
            } else {
                position.givenUp(sequence);
                sequence = NONE;
                send();
            }
        });
    }

    /** Goes on with an answer on the log's thread, or tries again if there is none. */
    private <T extends @Nullable Object> void then(CompletableFuture<T> answer, Consumer<T> next) {
        var unused = answer.whenCompleteAsync(
                (result, error) -> {
                    if (error != null) {
                        retry();
                    } else {
                        next.accept(result);
                    }
                },
                timer);
    }

    private void written(Batch current) {
        position.written(sequence);
        if (position.isFarBehind()) {
            readOn.run();
        }
        batchesSent.increment();
        sent.add(current.size());
        sequence = NONE;
        backoff = MIN_RETRY_PAUSE;
        batch = null;
        batchSize = 0;
        if (!draining && pending.size() > 0) {
            timer.schedule(this::takeBatch, batchWindow);
        } else {
            takeBatch();
        }
    }

    private void retry() {
        timer.schedule(this::sendOrRetry, backoff);
        backoff = Collections.min(List.of(backoff.multipliedBy(2), MAX_RETRY_PAUSE));
    }
}
