/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.local;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.L2Store;

/**
 * A value in L1 with what decides whether it may be served. Times are readings of L1's ticker. Thread-safe: the value and
 * its times never change, the state of its reload does.
 */
public final class Entry {

    /** No reload is started for this long after one failed: the default of the breaker's open time. */
    static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    private static final AtomicLongFieldUpdater<Entry> RELOAD_AT =
            AtomicLongFieldUpdater.newUpdater(Entry.class, "reloadAt");

    private final @Nullable Object value;
    private final long clearCount;
    private final long readAt;
    private final long deadline;
    private volatile long reloadAt;
    private volatile long cas;
    private volatile boolean dropped;

    /**
     * Creates an entry.
     *
     * @param value the value; {@code null} is a cached null
     * @param cas the document in L2 that holds this value, or {@link L2Store#NO_CAS}
     * @param clearCount the {@linkplain Versions#clearCount() clears} before the value was read
     * @param readAt when the read or load of the value began
     * @param refreshAt from when on a read starts a reload, at most {@code deadline}
     * @param deadline from when on it is stale
     */
    Entry(@Nullable Object value, long cas, long clearCount, long readAt, long refreshAt, long deadline) {
        this.value = value;
        this.cas = cas;
        this.clearCount = clearCount;
        this.readAt = readAt;
        this.deadline = deadline;
        this.reloadAt = refreshAt;
    }

    @Nullable
    public Object value() {
        return value;
    }

    long clearCount() {
        return clearCount;
    }

    long readAt() {
        return readAt;
    }

    public long cas() {
        return cas;
    }

    /** The document that holds this value is in L2 now. */
    public void stored(long version) {
        cas = version;
    }

    /** It was removed or replaced: a caller that still holds it as a stale copy must not serve it any more. */
    void drop() {
        dropped = true;
    }

    public boolean isDropped() {
        return dropped;
    }

    public boolean isFresh(long now) {
        return deadline - now > 0;
    }

    /** A null is not served stale: its TTL is short for a reason. */
    boolean isServable(long now, long staleFor) {
        return deadline + ((value != null) ? staleFor : 0) - now > 0;
    }

    /** Whether a read may start a reload: it is due, none is running, and none failed a moment ago. */
    public boolean isDue(long now) {
        return reloadAt - now <= 0;
    }

    /** Whether the caller, of all that found the fresh entry due, is the one to start the reload. */
    public boolean claim(long now) {
        long seen = reloadAt;
        return seen - now <= 0 && RELOAD_AT.compareAndSet(this, seen, deadline);
    }

    /** A reload failed or takes long: none is started for a moment. */
    public void pause(long now) {
        reloadAt = now + PAUSE;
    }
}
