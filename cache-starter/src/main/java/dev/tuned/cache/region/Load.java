/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.Versions.Stamp;

/**
 * A load of one key that runs, or waits for a thread in the background. Whoever claims it makes it, so that a caller that
 * cannot go on without the value does not wait for a free thread. Thread-safe.
 */
public final class Load {

    /** A load was not made: there was no thread for it, or its key was changed before there was one. */
    static final class NotMadeException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NotMadeException() {
            super("Load not made", null, false, false);
        }
    }

    /**
     * Who makes a load.
     *
     * @param owner the thread whose read makes it; {@code null} where it need not end with a read
     * @param depth the number of that read
     */
    private record Claim(Object loader, @Nullable Owner owner, int depth) {}

    /** How a load ended, or that it did not as long as somebody waited. */
    record Ended(@Nullable Object value, @Nullable Throwable failure, boolean late) {

        static final Ended NOT_YET = new Ended(null, new NotMadeException(), true);

        boolean wasNotMade() {
            return failure instanceof NotMadeException;
        }
    }

    private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
    private final AtomicReference<@Nullable Claim> claim = new AtomicReference<>();
    private final Stamp stamp;
    private final @Nullable Entry basis;
    private volatile @Nullable Thread thread;

    /**
     * Creates a load that nobody makes yet.
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

    /** As {@link #result()}, without ever failing. */
    CompletableFuture<Ended> ended() {
        return result.handle((value, failure) -> new Ended(value, failure, false));
    }

    Stamp stamp() {
        return stamp;
    }

    @Nullable
    Entry basis() {
        return basis;
    }

    /** Whether this loader is the one to make this load, be it after the read that does. */
    boolean claim(Object loader) {
        return claim.compareAndSet(null, new Claim(loader, null, 0));
    }

    /** Whether this loader is the one to make this load, inside the innermost read of this thread. */
    boolean claim(Object loader, Owner owner) {
        return claim.compareAndSet(null, new Claim(loader, owner, owner.depth));
    }

    /** Whether the read that made this load has ended without a result, as with an error that left no room to handle it. */
    boolean isAbandoned() {
        Claim made = claim.get();
        return made != null && made.owner() != null && made.owner().depth < made.depth() && !result.isDone();
    }

    /** Whether nobody is to make this load any more: nobody had claimed it. */
    boolean giveUp() {
        return claim(this);
    }

    boolean isMadeBy(Object loader) {
        Claim made = claim.get();
        return made != null && made.loader() == loader;
    }

    /** The thread that loads, or {@code null} while there is none. */
    @Nullable
    Thread thread() {
        return thread;
    }

    /** From here on this thread loads, and must not come to wait for itself; {@code null} when none does. */
    void runsOn(@Nullable Thread loading) {
        thread = loading;
    }
}
