/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.Versions.Stamp;
import dev.tuned.cache.store.Failures;

import static java.util.Objects.requireNonNull;

/**
 * A key that is being read: L2 is asked, a loader is called, or a thread in the background is waited for. The caller that claims
 * the load executes it, so that a caller that cannot go on without the value does not wait for a free thread. Thread-safe.
 */
final class Load {

    /** A load was not executed: no caller claimed it, or the one that did cannot go on. */
    static final class DroppedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        DroppedException() {
            super("Load dropped", null, false, false);
        }
    }

    /**
     * Who executes a load.
     *
     * @param owner the thread whose read executes it; {@code null} where it need not end with a read
     * @param depth the number of that read
     */
    private record Claim(Object loader, @Nullable Owner owner, int depth) {}

    /** How a load ended. */
    record End(@Nullable Object value, @Nullable Throwable failure) {

        boolean wasDropped() {
            return failure instanceof DroppedException;
        }
    }

    @SuppressWarnings("NullAway") // not claimed at first
    private static final AtomicReferenceFieldUpdater<Load, @Nullable Claim> CLAIM =
            AtomicReferenceFieldUpdater.newUpdater(Load.class, Claim.class, "claim");

    private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
    private final Stamp stamp;
    private final @Nullable Entry basis;
    private @Nullable L2Read read;
    private @Nullable Load successor;
    private volatile @Nullable Claim claim;
    private volatile @Nullable Thread thread;

    /**
     * Creates a load that is not claimed yet.
     *
     * @param stamp the moment before it: what is changed afterwards wins over what it loads
     * @param basis the entry that is reloaded, if there is one
     */
    Load(Stamp stamp, @Nullable Entry basis) {
        this.stamp = stamp;
        this.basis = basis;
    }

    /** Completes in every case, with the value or with why there is none. */
    CompletableFuture<@Nullable Object> result() {
        return result;
    }

    /** How it has ended. */
    End end() {
        return result.handle(End::new).join();
    }

    /**
     * The value with which it has ended.
     *
     * @throws RuntimeException why there is none, whatever that is, checked or not
     */
    @Nullable
    Object value() {
        if (result.isCompletedExceptionally()) {
            throw Failures.unchecked(requireNonNull(end().failure()));
        }
        return result.join();
    }

    Stamp stamp() {
        return stamp;
    }

    @Nullable
    Entry basis() {
        return basis;
    }

    /** The load in place of this one, which the first caller gives. */
    synchronized Load successor(Supplier<Load> next) {
        Load present = successor;
        if (present == null) {
            present = next.get();
            successor = present;
        }
        return present;
    }

    /** The read of L2 that runs for this key, else this one, which is to begin. */
    synchronized L2Read reading(L2Read created) {
        L2Read present = read;
        if (present != null && !present.answered().isDone()) {
            return present;
        }
        read = created;
        return created;
    }

    /**
     * Claims this load, unless another caller has.
     *
     * @param owner the thread whose innermost read executes it; {@code null} where that may be after the read
     */
    boolean claim(Object loader, @Nullable Owner owner) {
        return CLAIM.compareAndSet(this, null, new Claim(loader, owner, (owner != null) ? owner.depth : 0));
    }

    /** Whether the read that claimed this load has ended without a result, as with an error that left no room to handle it. */
    boolean isAbandoned() {
        Claim known = claim;
        return known != null && known.owner() != null && known.owner().depth < known.depth() && !result.isDone();
    }

    boolean isClaimedBy(Object loader) {
        Claim known = claim;
        return known != null && known.loader() == loader;
    }

    /** The thread that loads; {@code null} while there is none, and when the load has ended. */
    @Nullable
    Thread thread() {
        return result.isDone() ? null : thread;
    }

    /** From here on this thread loads, and must not come to wait for itself; {@code null} when none does. */
    void runsOn(@Nullable Thread loading) {
        thread = loading;
    }
}
