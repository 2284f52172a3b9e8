/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.WriteGuard.Stamp;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.StoredDocument;

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

    /** Looks in L2 and keeps what it finds in L1. */
    @Nullable
    Hit find(Object key, Stamp stamp) {
        RemoteTier tier = remote.get().orElse(null);
        return (tier != null) ? found(tier, key, tier.read(key).join(), stamp) : null;
    }

    /** As {@link #find}; goes on in the common pool, since the SDK's threads have other work than the application's. */
    CompletableFuture<@Nullable Hit> findLater(Object key, Stamp stamp) {
        RemoteTier tier = remote.get().orElse(null);
        return (tier != null)
                ? tier.read(key).thenApplyAsync(document -> found(tier, key, document, stamp))
                : CompletableFuture.completedFuture(null);
    }

    private @Nullable Hit found(RemoteTier tier, Object key, @Nullable StoredDocument document, Stamp stamp) {
        Hit hit = tier.decode(document);
        if (hit != null) {
            local.putIfUnchanged(key, hit.value(), L2Store.NO_CAS, stamp);
        }
        return hit;
    }

    /** Keeps a loaded value in both levels. Nobody waits for L2. */
    @Nullable
    Object keep(Object key, @Nullable Object value, Stamp stamp) {
        local.putIfUnchanged(key, value, L2Store.NO_CAS, stamp);
        RemoteTier tier = remote.get().orElse(null);
        if (tier != null && guard.unchangedSince(stamp)) {
            var unused = tier.keep(key, value).thenRun(() -> removeIfChanged(tier, key, stamp));
        }
        return value;
    }

    /** The key may have been written or removed while a loaded value was on its way, which then arrived second. */
    private void removeIfChanged(RemoteTier tier, Object key, Stamp stamp) {
        if (!guard.unchangedSince(stamp)) {
            var unused = tier.remove(key);
        }
    }
}
