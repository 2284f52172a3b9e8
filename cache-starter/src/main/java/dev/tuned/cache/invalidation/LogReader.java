/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.invalidation.LogStore.NoCounterException;
import dev.tuned.cache.store.Failures;
import dev.tuned.cache.store.StoredDocument;

/**
 * Asks the log for what is new, one round at a time, and notifies the listener, as long as that holds anything. All of it
 * happens on the log's thread, but for what says otherwise.
 */
final class LogReader {

    private static final Log log = LogFactory.getLog(LogReader.class);

    static final int MAX_READS_AT_ONCE = 64;

    final LongAdder received = new LongAdder();
    final LongAdder batchesReceived = new LongAdder();
    final LongAdder polls = new LongAdder();
    final LongAdder pollFailures = new LongAdder();
    private final Map<String, LongAdder> lost = new ConcurrentHashMap<>();
    private final LogStore store;
    private final LogTimer timer;
    private final InvalidationListener listener;
    private final LogPosition position;
    private final Standstill standstill;
    private final String node;
    private final long poll;
    private final AtomicBoolean idle = new AtomicBoolean(true);
    private long begun;

    LogReader(
            LogStore store,
            LogTimer timer,
            Duration poll,
            String node,
            LogPosition position,
            Standstill standstill,
            InvalidationListener listener) {
        this.store = store;
        this.timer = timer;
        this.node = node;
        this.position = position;
        this.listener = listener;
        this.poll = poll.toNanos();
        this.standstill = standstill;
    }

    /** One answer to a question for a batch. */
    private record Read(
            long sequence,
            @Nullable StoredDocument document,
            @Nullable Throwable error) {}

    /** There is something to be invalidated: unless the log is asked already, that begins. Any thread may call. */
    void entryAdded() {
        if (idle.get() && idle.compareAndSet(true, false)) {
            try {
                standstill.awake(timer.nanoTime());
                timer.execute(this::begin);
            } catch (Throwable ex) {
                // The next entry begins it.
                idle.set(true);
                throw ex;
            }
        }
    }

    boolean isIdle() {
        return idle.get();
    }

    /** Times that changes may have been missed, by reason. Any thread may call. */
    Map<String, Long> lost() {
        Map<String, Long> result = new TreeMap<>();
        lost.forEach((reason, count) -> result.put(reason, count.sum()));
        return result;
    }

    /** After a time without entries, and at the first. */
    private void begin() {
        begun = timer.nanoTime();
        position.resume(begun);
        poll();
    }

    private void poll() {
        long now = timer.nanoTime();
        standstill.alive(now);
        orAgain(() -> {
            polls.increment();
            var unused = store.count()
                    .thenComposeAsync(count -> counted(count, now), timer)
                    .whenCompleteAsync((done, error) -> orAgain(() -> end(now, error)), timer);
        });
    }

    /** Whatever a step throws, the next poll comes. */
    private void orAgain(Runnable step) {
        try {
            step.run();
        } catch (Throwable ex) {
            pollFailures.increment();
            log.warn("Changes of other processes could not be read, which is tried again", ex);
            timer.schedule(this::poll, Duration.ofNanos(poll));
        }
    }

    private CompletableFuture<?> counted(@Nullable Long count, long now) {
        standstill.alive(timer.nanoTime());
        if (count == null) {
            // Not dropped before the new count is known: what changes in between must not be missed either.
            position.reset();
            return store.add(0).thenComposeAsync(opened -> joinOrRead(opened, now), timer);
        }
        return joinOrRead(count, now);
    }

    private CompletableFuture<?> joinOrRead(long count, long now) {
        LostReason reason = position.whyJoin(count, now);
        if (reason == null) {
            position.advance(count, now);
            return read(new ArrayDeque<>(position.missing()), now);
        }
        // What L1 got before it may be stale, what it gets from here on is not.
        position.join(count, now);
        // What came into L1 just before the log was joined stays there; that is where its own time bounds it.
        if (reason != LostReason.START || now - begun > standstill.bound()) {
            lost(reason);
        }
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<?> read(Deque<Long> due, long now) {
        List<CompletableFuture<Read>> reads = new ArrayList<>();
        while (!due.isEmpty() && reads.size() < MAX_READS_AT_ONCE) {
            long sequence = due.remove();
            reads.add(store.batch(sequence).handle((document, error) -> new Read(sequence, document, error)));
        }
        if (reads.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return CompletableFuture.allOf(reads.toArray(CompletableFuture<?>[]::new))
                .thenComposeAsync(
                        all -> {
                            standstill.alive(timer.nanoTime());
                            for (CompletableFuture<Read> read : reads) {
                                LostReason reason = apply(read.join(), now);
                                if (reason != null) {
                                    position.dropped();
                                    lost(reason);
                                    return CompletableFuture.completedFuture(null);
                                }
                            }
                            return read(due, now);
                        },
                        timer);
    }

    /** Why L1 has to be dropped, if it has. */
    private @Nullable LostReason apply(Read read, long now) {
        StoredDocument document = read.document();
        if (document == null) {
            return position.overdue(read.sequence(), read.error() != null, now);
        }
        if (!position.found(read.sequence())) {
            return null;
        }
        Batch batch = Batch.decoded(document.content());
        if (batch == null) {
            return LostReason.UNDECODABLE;
        }
        if (!batch.node().equals(node)) {
            batchesReceived.increment();
            received.add(batch.size());
            batch.invalidations().forEach(listener::invalidated);
        }
        return null;
    }

    private void lost(LostReason reason) {
        if (reason != LostReason.START) {
            lost.computeIfAbsent(reason.label(), name -> new LongAdder()).increment();
        }
        listener.lost(reason.label());
    }

    private void end(long started, @Nullable Throwable error) {
        standstill.alive(timer.nanoTime());
        if (error != null) {
            failed(Failures.cause(error));
        } else if (position.missingCount() == 0) {
            standstill.caughtUp(started);
        }
        if (!listener.isHolding()) {
            standstill.asleep(timer.nanoTime());
            idle.set(true);
            // Once more: an entry may have come in between.
            if (listener.isHolding()) {
                entryAdded();
            }
            return;
        }
        long next = position.nextDeadline(started, started + poll);
        timer.schedule(this::poll, Duration.ofNanos(Math.max(0, next - timer.nanoTime())));
    }

    private void failed(Throwable cause) {
        pollFailures.increment();
        if (cause instanceof NoCounterException && position.overwritten()) {
            // It answers, so that this is no outage, and changes may have been missed.
            log.warn(cause.getMessage() + ": other instances' changes are seen after their l1.ttl. Remove it, or set"
                    + " tuned.cache.key-prefix");
            lost(LostReason.UNDECODABLE);
        }
    }
}
