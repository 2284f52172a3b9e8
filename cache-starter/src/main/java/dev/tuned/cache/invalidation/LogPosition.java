/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.invalidation.LogStore.Count;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.StoredDocument;

/**
 * How far the log has been read, and whether what it shows now can follow from what it showed before. Used on the
 * log's thread only, but for the figures.
 *
 * <p>A counter alone does not show every rollback: it may go back and come as far again between two looks. So its CAS
 * is compared when its value is the same, and when it is not, the CAS of the newest batch that was seen.
 */
final class LogPosition {

    private static final long UNKNOWN = -1;
    private static final long WRITING = L2Store.NO_CAS;

    /** Its own batches above the count, from which on a process that holds nothing reads on: what is kept of them is bounded. */
    static final int MAX_OWN = 64;

    private final long gapGrace;
    private final long safeRetention;

    /** Announced and not read, with the time that was first noticed. */
    private final NavigableMap<Long, Long> missing = new ConcurrentSkipListMap<>();

    /** Numbers of this process's own batches ahead of the count, with their CAS once they are written. */
    private final Map<Long, Long> own = new HashMap<>();

    /** Why the log has to be joined; {@code null} while it is followed. */
    private @Nullable LostReason unjoined = LostReason.START;

    private Count count = new Count(UNKNOWN, 0);
    private long highest = UNKNOWN;
    private long latestOwn = UNKNOWN;
    private long minimumExpected = UNKNOWN;

    /** The newest batch that was seen. */
    private @Nullable Seen newest;

    /** A batch to look at again, since the counter has moved. */
    private @Nullable Seen check;

    /** One of its own batches was skipped, and is looked at the next time. */
    private boolean ownUnread;

    /** When the log answered last. */
    private volatile @Nullable Long answeredAt;

    LogPosition(LogSettings settings) {
        this.gapGrace = settings.gapGrace().toNanos();
        // The server's clock counts in seconds, and reading takes its time.
        this.safeRetention = settings.retention().toNanos() / 4 * 3;
    }

    private record Seen(long sequence, long cas, long at) {}

    /** The highest number that this counter has had as far as this process knows, also before it went back. */
    long highest() {
        return highest;
    }

    /** The counter is gone. */
    void forget() {
        if (unjoined == null) {
            unjoined = LostReason.RESET;
        }
    }

    /** There was nothing to ask for: what was published longer ago than batches are surely kept is of no interest. */
    void resume(long now) {
        if (unjoined == null && sinceAnswer(now) > safeRetention) {
            unjoined = LostReason.START;
        }
    }

    /** The counter is about to be asked. */
    void asking() {
        minimumExpected = Math.max(count.value(), latestOwn);
    }

    /** Why the log has to be joined again, according to the counter; {@code null} if it can be read on. */
    @Nullable
    LostReason whyJoin(Count next, long now) {
        if (unjoined != null) {
            return unjoined;
        }
        if (next.value() < minimumExpected) {
            return LostReason.REGRESS;
        }
        if (next.value() - count.value() > LogReader.MOST_BEHIND) {
            return LostReason.JUMP;
        }
        if (next.value() == count.value()) {
            return (count.cas() != 0 && next.cas() != count.cas()) ? LostReason.REWRITTEN : null;
        }
        return (sinceAnswer(now) > safeRetention) ? LostReason.OUTAGE : null;
    }

    /** Starts from a count. */
    void join(Count next, LostReason reason, long now) {
        // What this process has written ahead of the count is gone; what it is writing is not.
        own.entrySet().removeIf(batch -> batch.getKey() <= next.value() || batch.getValue() != WRITING);
        latestOwn = UNKNOWN;
        newest = null;
        dropped();
        if (reason == LostReason.RESET) {
            highest = UNKNOWN;
        }
        unjoined = null;
        at(next, now);
    }

    void advance(Count next, long now) {
        if ((next.value() > count.value() || ownUnread) && check == null) {
            check = newest;
        }
        ownUnread = false;
        for (long sequence = count.value() + 1; sequence <= next.value(); sequence++) {
            long ownCas = own.getOrDefault(sequence, WRITING);
            if (ownCas == WRITING) {
                missing.put(sequence, now);
            } else {
                own.remove(sequence);
                seen(sequence, ownCas, now);
                ownUnread = true;
            }
        }
        at(next, now);
    }

    private void at(Count next, long now) {
        count = next;
        highest = Math.max(highest, next.value());
        answeredAt = now;
    }

    Collection<Long> missing() {
        return List.copyOf(missing.keySet());
    }

    boolean isMissing(long sequence) {
        return missing.containsKey(sequence);
    }

    /** L1 was dropped, so nothing that was announced before matters any more. */
    void dropped() {
        missing.clear();
        check = null;
    }

    void found(long sequence, long batchCas, long now) {
        missing.remove(sequence);
        own.remove(sequence);
        seen(sequence, batchCas, now);
    }

    void seen(long sequence, long batchCas, long now) {
        if (newest == null || sequence > newest.sequence) {
            newest = new Seen(sequence, batchCas, now);
        }
    }

    /** The number of a batch to look at again, or {@code null}. */
    @Nullable
    Long toVerify() {
        return (check != null) ? check.sequence : null;
    }

    boolean isToVerify(long sequence) {
        return check != null && check.sequence == sequence;
    }

    /** Compares the batch to look at again with what it was. */
    @Nullable
    LostReason verify(@Nullable StoredDocument document, long now) {
        Seen before = check;
        check = null;
        if (before == null || (document != null && document.cas() == before.cas)) {
            return null;
        }
        if (document == null && now - before.at > safeRetention / 2) {
            return null;
        }
        newest = null;
        return LostReason.REWRITTEN;
    }

    /** Whether a batch that could not be read counts as lost, and why. */
    @Nullable
    LostReason overdue(long sequence, boolean failed, long now) {
        long age = now - missing.getOrDefault(sequence, now);
        if (failed) {
            return (age > safeRetention) ? LostReason.OUTAGE : null;
        }
        boolean writing = own.containsKey(sequence);
        return (age >= gapGrace && !writing) ? LostReason.GAP : null;
    }

    /** When to look next: at {@code latest}, or when the next missing batch counts as lost. */
    long nextDeadline(long started, long latest) {
        long next = latest;
        for (long noticed : missing.values()) {
            long deadline = noticed + gapGrace;
            if (deadline - started > 0 && deadline - next < 0) {
                next = deadline;
            }
        }
        return next;
    }

    /** This process has taken a number and is writing its batch. */
    void taken(long sequence) {
        latestOwn = Math.max(latestOwn, sequence);
        highest = Math.max(highest, sequence);
        own.put(sequence, WRITING);
    }

    /** The batch is written. */
    void written(long sequence, long batchCas) {
        own.replace(sequence, batchCas);
    }

    /** Whether the log should be read again, even while nothing is held, because of the number of its own batches above the count. */
    boolean isFarBehind() {
        return own.size() >= MAX_OWN;
    }

    int ownCount() {
        return own.size();
    }

    /** The number is another process's too, after the counter went back. */
    void givenUp(long sequence) {
        own.remove(sequence);
    }

    int missingCount() {
        return missing.size();
    }

    /** Nanoseconds since the log answered; negative if it never did. */
    long sinceAnswer(long now) {
        Long answered = answeredAt;
        return (answered != null) ? Math.max(0, now - answered) : -1;
    }
}
