/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.L2Store;

/**
 * Gathers changes and writes them as batches, one at a time. A batch that did not get through is tried again until it
 * does, under the number it has; meanwhile changes gather. But for {@link #add}, all of it happens on the log's thread.
 */
final class LogWriter {

    static final int PENDING_CHANGES = 10_000;
    static final int PENDING_CHARACTERS = 512 * 1024;
    static final Duration FIRST_RETRY = Duration.ofMillis(100);
    static final Duration LAST_RETRY = Duration.ofSeconds(1);

    private static final long NONE = -1;
    private static final CompletableFuture<@Nullable Void> DONE = CompletableFuture.completedFuture(null);
    private static final Log log = LogFactory.getLog(LogWriter.class);

    private final Pending pending = new Pending(PENDING_CHANGES, PENDING_CHARACTERS);
    private final AtomicBoolean active = new AtomicBoolean();
    private final CompletableFuture<Boolean> drained = new CompletableFuture<>();
    private final LogStore store;
    private final LogTimer timer;
    private final LogPosition position;
    private final LogCounters counters;
    private final String node;
    private final Duration batchWindow;

    /** Regions of which this process has sent changes. */
    private final Set<String> sentRegions = new HashSet<>();

    private @Nullable Batch batch;
    private long number;
    private long step = 1;
    private long sequence = NONE;
    private volatile Duration backoff = FIRST_RETRY;
    private boolean draining;
    private volatile int batchSize;

    LogWriter(
            LogStore store,
            LogTimer timer,
            LogSettings settings,
            String node,
            LogPosition position,
            LogCounters counters) {
        this.store = store;
        this.timer = timer;
        this.node = node;
        this.position = position;
        this.counters = counters;
        this.batchWindow = settings.batchWindow();
    }

    /** Takes a change. Any thread may call. */
    void add(Invalidation change) {
        pending.add(change);
        if (active.compareAndSet(false, true)) {
            try {
                timer.schedule(this::begin, batchWindow);
            } catch (Throwable ex) {
                // The next change has it sent.
                active.set(false);
                throw ex;
            }
        }
    }

    /**
     * Sends every region of which something was sent once more, as a whole: the store went back to an earlier state, in
     * which those who had not read the latest batches cannot see that there were any.
     */
    void reportAgain() {
        sentRegions.forEach(region -> add(new Invalidation(region, null)));
    }

    /** Changes that are not written yet. Any thread may call. */
    int waiting() {
        return pending.size() + batchSize;
    }

    /** Writes what is there without waiting for more; the future completes when nothing is left. */
    CompletableFuture<Boolean> drain() {
        timer.execute(() -> {
            draining = true;
            begin();
        });
        return drained;
    }

    private void begin() {
        if (batch == null) {
            send();
        }
    }

    /** Begins the next step; whatever is thrown in one has it begun again. */
    private void send() {
        CompletableFuture<@Nullable Void> sent;
        try {
            sent = step();
        } catch (Throwable ex) {
            sent = CompletableFuture.failedFuture(ex);
        }
        var unused = sent.exceptionally(ex -> {
            timer.schedule(this::sendAgain, backoff);
            log.debug("Changes could not be sent, which is tried again", ex);
            return null;
        });
    }

    private void sendAgain() {
        Duration doubled = backoff.multipliedBy(2);
        backoff = (doubled.compareTo(LAST_RETRY) > 0) ? LAST_RETRY : doubled;
        send();
    }

    private CompletableFuture<@Nullable Void> step() {
        if (batch == null) {
            batch = pending.take(node, number + 1);
            if (batch == null) {
                return nothingLeft();
            }
            number++;
            batchSize = batch.size();
        }
        return (sequence != NONE) ? write(batch) : takeNumber();
    }

    private CompletableFuture<@Nullable Void> nothingLeft() {
        active.set(false);
        if (pending.size() > 0 && active.compareAndSet(false, true)) {
            timer.schedule(this::begin, batchWindow);
        } else if (draining) {
            drained.complete(true);
        }
        return DONE;
    }

    private CompletableFuture<@Nullable Void> takeNumber() {
        long highest = position.highest();
        return store.next(step)
                .thenComposeAsync(
                        next -> {
                            if (next <= highest) {
                                // The counter went back, and others look only above the number they have read.
                                step = highest - next + 1;
                            } else {
                                step = 1;
                                sequence = next;
                                position.taken(next);
                            }
                            return step();
                        },
                        timer);
    }

    private CompletableFuture<@Nullable Void> write(Batch current) {
        return store.write(sequence, current.encoded())
                .thenComposeAsync(cas -> (cas == L2Store.NO_CAS) ? compare(current) : written(current, cas), timer);
    }

    /** The number has a batch: this one, when an answer was lost, or another's, when the counter went back. */
    private CompletableFuture<@Nullable Void> compare(Batch current) {
        return store.batch(sequence)
                .thenComposeAsync(
                        document -> {
                            if (document == null) {
                                throw new IllegalStateException("The batch that was there has gone");
                            }
                            if (current.isSameAs(Batch.decoded(document.content()))) {
                                return written(current, document.cas());
                            }
                            position.givenUp(sequence);
                            sequence = NONE;
                            return step();
                        },
                        timer);
    }

    private CompletableFuture<@Nullable Void> written(Batch current, long cas) {
        position.written(sequence, cas);
        counters.batchesSent.increment();
        counters.sent.add(current.size());
        sentRegions.addAll(current.regions());
        sentRegions.addAll(current.keys().keySet());
        sequence = NONE;
        backoff = FIRST_RETRY;
        batch = null;
        batchSize = 0;
        if (draining || pending.size() == 0) {
            return step();
        }
        timer.schedule(this::begin, batchWindow);
        return DONE;
    }
}
