/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

import org.jspecify.annotations.Nullable;

/**
 * How far the log has been read, and whether what it shows now can follow from what it showed before. Used on the
 * log's thread only, but for the figures.
 */
final class LogPosition {

    /** Its own batches above the count, from which on a process that holds nothing reads on: what is kept of them is bounded. */
    static final int MAX_OWN = 64;

    /** Batches behind from which on reading them would take longer than to start with an empty L1. */
    static final int MAX_BEHIND = 10_000;

    private final long gapGrace;
    private final long safeRetention;

    /** Announced and not read, with the time that was first noticed. */
    private final NavigableMap<Long, Long> missing = new ConcurrentSkipListMap<>();

    /** Numbers that this process has taken above the count, and whether their batches are written. */
    private final Map<Long, Boolean> own = new HashMap<>();

    private LogState state = LogState.NOT_JOINED;
    private long count;

    /** When the log answered last. */
    private volatile @Nullable Long answeredAt;

    LogPosition(LogSettings settings) {
        this.gapGrace = settings.gapGrace().toNanos();
        // The server's clock counts in seconds, and reading takes its time.
        this.safeRetention = settings.retention().toNanos() / 4 * 3;
    }

    /** The counter is gone. */
    void reset() {
        if (state == LogState.FOLLOWED) {
            state = LogState.RESET;
        }
    }

    /** The counter is not one; whether it was when it was last read. */
    boolean overwritten() {
        boolean isNew = state != LogState.OVERWRITTEN;
        state = LogState.OVERWRITTEN;
        return isNew;
    }

    /** There was nothing to ask for: what was published longer ago than batches are surely kept is of no interest. */
    void resume(long now) {
        if (state == LogState.FOLLOWED && sinceAnswer(now) > safeRetention) {
            state = LogState.NOT_JOINED;
        }
    }

    /** Why the log has to be joined again, according to the counter; {@code null} if it can be read on. */
    @Nullable
    LostReason whyJoin(long next, long now) {
        return switch (state) {
            case NOT_JOINED -> LostReason.START;
            case RESET, OVERWRITTEN -> LostReason.RESET;
            case FOLLOWED -> {
                if (next < count) {
                    yield LostReason.REGRESS;
                }
                if (next - count > MAX_BEHIND) {
                    yield LostReason.JUMP;
                }
                yield (next > count && sinceAnswer(now) > safeRetention) ? LostReason.OUTAGE : null;
            }
        };
    }

    /** Starts from a count. */
    void join(long next, long now) {
        // What this process has written ahead of the count is gone; what it is writing is not.
        own.entrySet().removeIf(batch -> batch.getKey() <= next || batch.getValue());
        missing.clear();
        state = LogState.FOLLOWED;
        at(next, now);
    }

    void advance(long next, long now) {
        for (long sequence = count + 1; sequence <= next; sequence++) {
            if (own.getOrDefault(sequence, false)) {
                own.remove(sequence);
            } else {
                missing.put(sequence, now);
            }
        }
        at(next, now);
    }

    private void at(long next, long now) {
        count = next;
        answeredAt = now;
    }

    Collection<Long> missing() {
        return List.copyOf(missing.keySet());
    }

    /** L1 was dropped, so nothing that was announced before matters any more. */
    void dropped() {
        missing.clear();
    }

    /** A batch is there; whether it was missing. */
    boolean found(long sequence) {
        own.remove(sequence);
        return missing.remove(sequence) != null;
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
        own.put(sequence, false);
    }

    /** The batch is written. */
    void written(long sequence) {
        own.replace(sequence, true);
    }

    /** The number is another process's too, after the counter went back. */
    void givenUp(long sequence) {
        own.remove(sequence);
    }

    /** Whether the log should be read again, even while nothing is held, because of the number of its own batches above the count. */
    boolean isFarBehind() {
        return own.size() >= MAX_OWN;
    }

    int ownCount() {
        return own.size();
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
