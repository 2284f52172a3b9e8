/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.WriteGuard.Stamp;
import dev.tuned.cache.store.L2Store;

/** Moves values of one region between L1, L2 and whoever loads them. Thread-safe. */
final class Levels {

    private final WriteGuard guard;
    private final LocalTier local;
    private final Supplier<Optional<RemoteTier>> remote;

    Levels(WriteGuard guard, LocalTier local, Supplier<Optional<RemoteTier>> remote) {
        this.guard = guard;
        this.local = local;
        this.remote = remote;
    }

    /** What L2 had, and on what basis a loaded value may be kept there. */
    record Found(@Nullable Hit hit, @Nullable RemoteRead basis) {

        static final Found NOTHING = new Found(null, null);
    }

    /** Looks in L2 and keeps what it finds in L1. */
    Found find(Object key, Stamp stamp) {
        RemoteTier tier = remote.get().orElse(null);
        return (tier != null) ? found(tier, key, tier.read(key).join(), stamp) : Found.NOTHING;
    }

    /** As {@link #find}; goes on in the common pool, since the SDK's threads have other work than the application's. */
    CompletableFuture<Found> findLater(Object key, Stamp stamp) {
        RemoteTier tier = remote.get().orElse(null);
        return (tier != null)
                ? tier.read(key).thenApplyAsync(read -> found(tier, key, read, stamp))
                : CompletableFuture.completedFuture(Found.NOTHING);
    }

    private Found found(RemoteTier tier, Object key, RemoteRead read, Stamp stamp) {
        Hit hit = tier.decode(read);
        if (hit != null) {
            local.putIfUnchanged(key, hit.value(), hit.cas(), stamp);
        }
        return new Found(hit, read);
    }

    /** Keeps a loaded value in both levels. Nobody waits for L2. */
    @Nullable
    Object keep(Object key, @Nullable Object value, Stamp stamp, @Nullable RemoteRead basis) {
        local.putIfUnchanged(key, value, L2Store.NO_CAS, stamp);
        RemoteTier tier = remote.get().orElse(null);
        if (tier != null && basis != null && guard.unchangedSince(stamp)) {
            var unused = tier.keep(key, value, basis);
        }
        return value;
    }
}
