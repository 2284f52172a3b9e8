/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.L2Store;

/**
 * A value in L1 with what decides whether it may still be served. Times are readings of L1's ticker. The value and its
 * times never change; that it is being read anew does. Thread-safe.
 */
final class Entry {

    /** How long an entry is left alone after it could not be read anew: the default of the breaker's open time. */
    static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    private static final AtomicLongFieldUpdater<Entry> RELOAD_AT =
            AtomicLongFieldUpdater.newUpdater(Entry.class, "reloadAt");

    private final @Nullable Object value;
    private final long era;
    private final long deadline;
    private final long staleUntil;
    private volatile long reloadAt;
    private volatile long cas;
    private long readAt;
    private volatile boolean dropped;

    /**
     * Creates an entry.
     *
     * @param value the value; {@code null} is a cached null
     * @param cas the document in L2 that holds this value, or {@link L2Store#NO_CAS}
     * @param era the {@linkplain WriteGuard#era() era} in which the value was read: a clear starts another one
     * @param refreshAt from when on a read starts to read it anew, at most {@code deadline}
     * @param deadline from when on it is outdated
     * @param staleUntil from when on it is not even served in need, at least {@code deadline}
     */
    Entry(@Nullable Object value, long cas, long era, long refreshAt, long deadline, long staleUntil) {
        this.value = value;
        this.cas = cas;
        this.era = era;
        this.deadline = deadline;
        this.staleUntil = staleUntil;
        this.reloadAt = refreshAt;
    }

    @Nullable
    Object value() {
        return value;
    }

    long era() {
        return era;
    }

    long cas() {
        return cas;
    }

    /** The document that holds this value is in L2 now. */
    void stored(long version) {
        cas = version;
    }

    /** It was removed or replaced: a caller that still holds it as a stale copy must not serve it any more. */
    void drop() {
        dropped = true;
    }

    boolean isDropped() {
        return dropped;
    }

    boolean isFresh(long now) {
        return deadline - now > 0;
    }

    boolean isServable(long now) {
        return staleUntil - now > 0;
    }

    /** Whether it was not read at this time yet; of racing readers several may be the first. */
    boolean isFirstReadAt(long time) {
        if (readAt == time) {
            return false;
        }
        readAt = time;
        return true;
    }

    /** Whether a read may start to read it anew: it is time, and nobody does or failed to a moment ago. */
    boolean isDue(long now) {
        return reloadAt - now <= 0;
    }

    /** Whether the caller, of all that found the fresh entry due, is the one to read it anew. */
    boolean claim(long now) {
        long seen = reloadAt;
        return seen - now <= 0 && RELOAD_AT.compareAndSet(this, seen, deadline);
    }

    /** Reading it anew failed or takes long: it is left alone for a moment. */
    void pause(long now) {
        reloadAt = now + PAUSE;
    }
}
