/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.WriteGuard.Stamp;

/**
 * A load of one key that is under way, or waits for a thread in the background. Whoever claims it makes it: a caller
 * that cannot go on without the value does not wait for a free thread. Thread-safe.
 */
final class Flight {

    private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
    private final AtomicBoolean claimed = new AtomicBoolean();
    private final Stamp stamp;
    private final @Nullable Entry basis;
    private volatile @Nullable Thread owner;

    /**
     * Creates a load that nobody makes yet.
     *
     * @param stamp the moment before it: what is changed afterwards wins over what it loads
     * @param basis the entry that is read anew, if there is one
     */
    Flight(Stamp stamp, @Nullable Entry basis) {
        this.stamp = stamp;
        this.basis = basis;
    }

    CompletableFuture<@Nullable Object> result() {
        return result;
    }

    Stamp stamp() {
        return stamp;
    }

    @Nullable
    Entry basis() {
        return basis;
    }

    /** The thread that loads, or {@code null} while there is none. */
    @Nullable
    Thread owner() {
        return owner;
    }

    /** Whether the caller is the one to make this load. */
    boolean claim() {
        return claimed.compareAndSet(false, true);
    }

    /** From here on this thread loads, and must not come to wait for itself. */
    void runHere() {
        owner = Thread.currentThread();
    }

    /** The load goes on without a thread of its own. */
    void runElsewhere() {
        owner = null;
    }
}
