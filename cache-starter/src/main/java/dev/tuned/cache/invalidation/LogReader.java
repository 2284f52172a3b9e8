/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.invalidation.LogStore.Count;
import dev.tuned.cache.invalidation.LogStore.NoCounterException;
import dev.tuned.cache.store.Failures;
import dev.tuned.cache.store.StoredDocument;

import static java.util.Objects.requireNonNull;

/**
 * Asks the log for what is new, one round at a time, and notifies the listener, as long as that holds anything. All of it
 * happens on the log's thread, but for what says otherwise.
 */
final class LogReader {

    private static final Log log = LogFactory.getLog(LogReader.class);

    /** Batches behind from which on reading them would take longer than to start with an empty L1. */
    static final int MOST_BEHIND = 10_000;

    static final int READS_AT_ONCE = 64;

    /** The least time without a sign of life after which the process counts as having stood still: two operations' time. */
    private static final Duration SHORTEST_PAUSE = LogStore.TIMEOUT.multipliedBy(2);

    private static final long NEVER = Long.MAX_VALUE / 2;

    private final LogStore store;
    private final LogTimer timer;
    private final InvalidationListener listener;
    private final LogCounters counters;
    private final LogPosition position;
    private final Runnable reportAgain;
    private final String node;
    private final long poll;

    /** How long a change may take to reach this process. */
    private final long bound;

    private final AtomicBoolean idle = new AtomicBoolean(true);

    /** When this thread will have given a sign of life, unless the process stands still. */
    private volatile long expectedBy;

    /** Whether the process stood still and the log has not been read on since; then entries from before are not served. */
    private volatile boolean isBehind;

    private volatile long trustedFrom;
    private long behindSince;

    private long begun;

    LogReader(
            LogStore store,
            LogTimer timer,
            LogSettings settings,
            String node,
            LogPosition position,
            LogCounters counters,
            InvalidationListener listener,
            Runnable reportAgain) {
        this.store = store;
        this.timer = timer;
        this.node = node;
        this.position = position;
        this.counters = counters;
        this.listener = listener;
        this.reportAgain = reportAgain;
        this.poll = settings.poll().toNanos();
        this.bound = poll + Math.max(settings.gapGrace().toNanos(), SHORTEST_PAUSE.toNanos());
        this.expectedBy = timer.nanoTime() + NEVER;
    }

    /** Whether the counter was not one when it was last read; for the timer alone. */
    private boolean isForeign;

    /** One answer to a question for a batch. */
    private record Read(
            long sequence,
            @Nullable StoredDocument document,
            @Nullable Throwable error) {}

    /** There is something to be invalidated: unless the log is asked already, that begins. Any thread may call. */
    void entryAdded() {
        if (idle.get() && idle.compareAndSet(true, false)) {
            try {
                expectedBy = timer.nanoTime() + bound;
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

    /** Whether an entry may be served that was read then. Any thread may call. */
    boolean beforeRead(long readAt, long now) {
        if (now - expectedBy > 0) {
            stoodStill(now);
        }
        return !isBehind || readAt - trustedFrom >= 0;
    }

    /** The process stood still until a moment ago. Until the log has been read on, what is older than the bound is not served. */
    private synchronized void stoodStill(long now) {
        if (now - expectedBy > 0) {
            trustedFrom = now - bound;
            behindSince = now;
            isBehind = true;
            expectedBy = now + bound;
        }
    }

    /** The log was read on without a gap, by a poll that began then. */
    private synchronized void caughtUp(long started) {
        if (isBehind && started - behindSince >= 0 && position.missingCount() == 0) {
            isBehind = false;
        }
    }

    /** After a time without entries, and at the first. */
    private void begin() {
        begun = timer.nanoTime();
        position.resume(begun);
        poll();
    }

    private void poll() {
        long now = alive();
        orAgain(() -> {
            counters.polls.increment();
            position.asking();
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
            counters.pollFailures.increment();
            log.warn("Changes of other processes could not be read, which is tried again", ex);
            timer.schedule(this::poll, Duration.ofNanos(poll));
        }
    }

    /** A sign of life; the time. */
    private long alive() {
        long now = timer.nanoTime();
        if (now - expectedBy > 0) {
            stoodStill(now);
        }
        expectedBy = now + bound;
        return now;
    }

    private CompletableFuture<?> counted(@Nullable Count count, long now) {
        alive();
        if (count == null) {
            // Not dropped before the new count is known: what changes in between must not be missed either.
            position.forget();
            return store.open().thenComposeAsync(opened -> rejoin(opened, now), timer);
        }
        LostReason reason = position.whyJoin(count, now);
        if (reason != null) {
            return join(count, reason, now);
        }
        position.advance(count, now);
        return read(new ArrayDeque<>(position.missing()), now);
    }

    private CompletableFuture<?> rejoin(Count opened, long now) {
        return join(opened, requireNonNull(position.whyJoin(opened, now)), now);
    }

    /** Starts over from a count. What L1 got before it may be out of date, what it gets from here on is not. */
    private CompletableFuture<?> join(Count count, LostReason reason, long now) {
        position.join(count, reason, now);
        // What came into L1 just before the log was joined stays there; that is where its own time bounds it.
        if (reason != LostReason.START || now - begun > bound) {
            lost(reason);
        }
        return read(count.value())
                .thenAcceptAsync(
                        newest -> {
                            if (newest.document() != null) {
                                position.seen(
                                        newest.sequence(), newest.document().cas(), now);
                            }
                        },
                        timer);
    }

    private CompletableFuture<?> read(Deque<Long> due, long now) {
        List<CompletableFuture<Read>> reads = new ArrayList<>();
        Long check = position.toVerify();
        if (check != null) {
            reads.add(read(check));
        }
        while (!due.isEmpty() && reads.size() < READS_AT_ONCE) {
            reads.add(read(due.remove()));
        }
        if (reads.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return CompletableFuture.allOf(reads.toArray(CompletableFuture<?>[]::new))
                .thenComposeAsync(
                        all -> {
                            alive();
                            for (CompletableFuture<Read> read : reads) {
                                LostReason reason = apply(read.join(), now);
                                if (reason != null) {
                                    position.dropped();
                                    lost(reason);
                                    return CompletableFuture.completedFuture(null);
                                }
                            }
                            return due.isEmpty() ? CompletableFuture.completedFuture(null) : read(due, now);
                        },
                        timer);
    }

    private CompletableFuture<Read> read(long sequence) {
        return store.batch(sequence).handle((document, error) -> new Read(sequence, document, error));
    }

    /** Why L1 has to be dropped, if it has. */
    private @Nullable LostReason apply(Read read, long now) {
        StoredDocument document = read.document();
        if (position.isToVerify(read.sequence())) {
            return (read.error() == null) ? position.verify(document, now) : null;
        }
        if (!position.isMissing(read.sequence())) {
            return null;
        }
        if (document == null) {
            return position.overdue(read.sequence(), read.error() != null, now);
        }
        position.found(read.sequence(), document.cas(), now);
        Batch batch = Batch.decoded(document.content());
        if (batch == null) {
            return LostReason.UNDECODABLE;
        }
        if (!batch.node().equals(node)) {
            deliver(batch);
        }
        return null;
    }

    private void deliver(Batch batch) {
        counters.batchesReceived.increment();
        counters.received.add(batch.size());
        batch.invalidations().forEach(listener::invalidated);
    }

    private void lost(LostReason reason) {
        if (reason != LostReason.START) {
            counters.lost(reason.label());
        }
        listener.lost(reason.label());
        if (reason.isRollback()) {
            reportAgain.run();
        }
    }

    /** Says once that the counter is not one. It answers, so that this is no outage, and changes may have been missed. */
    private void foreign(@Nullable Throwable cause) {
        boolean now = cause instanceof NoCounterException;
        if (cause instanceof NoCounterException foreign && !isForeign) {
            log.warn(foreign.getMessage() + ": other instances' changes are seen after their l1.ttl. Remove it, or set"
                    + " tuned.cache.key-prefix");
            position.forget();
            lost(LostReason.UNDECODABLE);
        }
        isForeign = now || (isForeign && cause != null);
    }

    private void end(long started, @Nullable Throwable error) {
        if (error != null) {
            counters.pollFailures.increment();
        }
        foreign((error != null) ? Failures.cause(error) : null);
        alive();
        if (error == null) {
            caughtUp(started);
        }
        if (!listener.isHolding()) {
            expectedBy = timer.nanoTime() + NEVER;
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
}
