/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Where the values of one region are, and what is known about them.
 *
 * @param remote L2, if the region has one
 */
record Tiers(
        RegionSettings settings,
        RegionCounters counters,
        WriteGuard guard,
        LocalTier local,
        Supplier<Optional<RemoteTier>> remote) {

    @Nullable
    RemoteTier l2() {
        return remote.get().orElse(null);
    }

    /** A fresh entry, without counting in the statistics. */
    @Nullable
    Entry fresh(Object key) {
        Entry copy = local.copy(key);
        return (copy != null && copy.isFresh(local.now())) ? copy : null;
    }

    /** Serves an outdated copy, or {@code null} if its key has been changed in the meantime. */
    @Nullable
    Answer stale(Entry copy, StaleReason reason) {
        if (!local.isCurrent(copy)) {
            return null;
        }
        if (reason == StaleReason.TIMEOUT) {
            copy.pause(local.now());
        }
        counters.stale(reason);
        return Answer.of(copy.value());
    }

    /** When a call that begins now stops waiting for a newer value than it holds; a reading of the system's clock. */
    long patience() {
        return System.nanoTime() + settings.remote().softTimeout().toNanos();
    }

    /**
     * Waits no longer than a call with an outdated copy does.
     *
     * @param until the end of its {@link #patience}
     * @return whether the future is done
     */
    static boolean isDone(CompletableFuture<?> future, long until) {
        if (future.isDone()) {
            return true;
        }
        try {
            var unused = future.get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException ex) {
            return false;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | CancellationException ex) {
            return true;
        }
    }
}
