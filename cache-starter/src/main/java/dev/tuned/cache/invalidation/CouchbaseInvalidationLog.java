/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.L2Store;

/**
 * Invalidations by nothing but the key-value store that L2 is: a log of short-lived documents. Thread-safe.
 *
 * <p><b>Writing.</b> Changes are gathered for the batch window, each once. A batch costs two operations, one after the
 * other: the counter {@code <prefix>:inv} is incremented, and the document {@code <prefix>:inv:<number>} inserted, which
 * expires after the retention. A process writes one batch at a time. What fails is tried again after 100 ms, later 1 s,
 * under the number it has, so that no gap stays as long as the process lives. Up to 10,000 keys or 512 Ki characters wait,
 * and are one batch; beyond, the region with most of them is sent as a whole.
 *
 * <p><b>Reading.</b> While this process holds any entry, it polls. Every poll costs one get of the counter, and
 * a get for each new batch of another process, 64 at a time. A process that holds nothing polls after each 64 batches of its
 * own, so that what is kept of these does not grow.
 *
 * <p><b>Loss</b> is reported to the listener for one of these reasons:
 *
 * <ul>
 *   <li>{@code gap}: an announced batch was not there within the gap grace.
 *   <li>{@code reset}: the counter is gone.
 *   <li>{@code regress}: it went back.
 *   <li>{@code jump}: it is more than 10,000 ahead, as is a new counter, which starts at the microseconds since 1970.
 *   <li>{@code outage}: the counter moved while the log did not answer for three quarters of the retention.
 *   <li>{@code undecodable}: a batch is not of this form.
 * </ul>
 *
 * <p>After a process stood still for longer than the bound, which is the poll interval plus the gap grace, at least two
 * seconds, nothing is lost by that alone: the entries that are older than the bound are not served until the log has been
 * read on from where it was, which shows a loss if there is one.
 *
 * <p>The first answer is {@code start}, which is no loss and not counted. It is reported only if it took longer than the
 * bound; else L1 keeps what it has. Not noticed is a failover that loses batches and whose counter comes as far again
 * before the next poll; durable writes exclude that. Otherwise a change reaches the others, or its loss is noticed, within
 * the poll interval plus the gap grace after the log answers.
 */
public final class CouchbaseInvalidationLog implements InvalidationChannel {

    /** The reasons for which a loss is reported and counted. */
    public static final List<String> LOSS_REASONS = Arrays.stream(LostReason.values())
            .filter(reason -> reason != LostReason.START)
            .map(LostReason::label)
            .toList();

    private static final Log log = LogFactory.getLog(CouchbaseInvalidationLog.class);

    /** How long {@link #close} waits for what is left to be written. */
    private static final Duration LAST_WRITES = Duration.ofSeconds(1);

    private final String node = UUID.randomUUID().toString();
    private final LogSettings settings;
    private final LogTimer timer;
    private final LogStore store;
    private final LogPosition position;
    private final Standstill standstill;
    private final LogWriter writer;
    private final AtomicBoolean closed = new AtomicBoolean();

    @SuppressWarnings("NullAway.Init") // by the start, before which nothing else is called
    private volatile LogReader reader;

    /**
     * Creates a log, which does nothing before its start.
     *
     * @param store keeps the documents
     * @param settings the times
     * @param keyPrefix the first part of every document's key; processes that share it notify each other
     */
    public CouchbaseInvalidationLog(L2Store store, LogSettings settings, String keyPrefix) {
        this(store, settings, keyPrefix, new LogThread());
    }

    CouchbaseInvalidationLog(L2Store store, LogSettings settings, String keyPrefix, LogTimer timer) {
        this.settings = settings;
        this.timer = timer;
        this.store = new LogStore(store, timer, keyPrefix, settings.retention());
        this.position = new LogPosition(settings);
        this.standstill = new Standstill(settings, timer.nanoTime());
        this.writer = new LogWriter(this.store, timer, settings.batchWindow(), node, position, this::entryAdded);
    }

    @Override
    public void start(InvalidationListener listener) {
        reader = new LogReader(store, timer, settings.poll(), node, position, standstill, listener);
        if (listener.isHolding()) {
            reader.entryAdded();
        }
    }

    @Override
    public void entryAdded() {
        reader.entryAdded();
    }

    @Override
    public boolean beforeRead(long readAt, long nanoTime) {
        return standstill.mayServe(readAt, nanoTime);
    }

    @Override
    public boolean isListening() {
        return !reader.isIdle();
    }

    @Override
    public void publish(Invalidation invalidation) {
        writer.add(invalidation);
    }

    @Override
    public InvalidationStatistics statistics() {
        return new InvalidationStatistics(
                writer.sent.sum(),
                writer.batchesSent.sum(),
                reader.received.sum(),
                reader.batchesReceived.sum(),
                writer.waiting(),
                position.missingCount(),
                reader.polls.sum(),
                reader.pollFailures.sum(),
                reader.lost(),
                sinceLastPoll());
    }

    /** How many batches of its own it keeps in mind. */
    int remembered() {
        return position.ownCount();
    }

    private @Nullable Duration sinceLastPoll() {
        long nanos = reader.isIdle() ? -1 : position.sinceAnswer(timer.nanoTime());
        return (nanos >= 0) ? Duration.ofNanos(nanos) : null;
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            writer.drain().get(LAST_WRITES.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException ex) {
            log.warn(
                    writer.waiting() + " changes in the near cache could not be sent to other processes before the end:"
                            + " these may serve stale values until their TTL ends");
        }
        timer.close();
    }
}
