/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.tuned.cache.StaleReason;
import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.LocalCache;
import dev.tuned.cache.local.LocalCache.Lookup;
import dev.tuned.cache.local.ReadPolicy;
import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.region.RemoteReads.Read;
import dev.tuned.cache.store.L2Store;

import static java.util.Objects.requireNonNull;

/** The reads of one region without a loader: what L1 or L2 has. Thread-safe. */
final class CacheReader {

    private final LocalCache local;
    private final RemoteReads reads;
    private final RegionCounters counters;
    private final BackgroundExecutor background;
    private final Duration softTimeout;

    CacheReader(
            LocalCache local,
            RemoteReads reads,
            RegionCounters counters,
            BackgroundExecutor background,
            Duration softTimeout) {
        this.local = local;
        this.reads = reads;
        this.counters = counters;
        this.background = background;
        this.softTimeout = softTimeout;
    }

    /** Reads one key. L2 is asked before this method returns, so that several reads wait for it together. */
    CompletableFuture<LookupResult> find(Object key, ReadPolicy policy, Caller caller) {
        Lookup found = local.lookup(key, policy);
        return switch (found.state()) {
            case MISS -> {
                Read read = reads.start(key);
                yield (read != null) ? read.result(caller) : CompletableFuture.completedFuture(LookupResult.ABSENT);
            }
            case FRESH -> served(found);
            case REFRESH_DUE -> {
                refresh(key, requireNonNull(found.entry()));
                yield served(found);
            }
            case STALE_DUE -> reload(key, requireNonNull(found.entry()), policy, caller);
            case STALE_BACKOFF -> stale(key, requireNonNull(found.entry()), StaleReason.BACKOFF, policy, caller);
        };
    }

    private static CompletableFuture<LookupResult> served(Lookup found) {
        return CompletableFuture.completedFuture(
                LookupResult.of(requireNonNull(found.entry()).value()));
    }

    /** The stale copy, or what there is now if its key was changed meanwhile. */
    private CompletableFuture<LookupResult> stale(
            Object key, Entry copy, StaleReason reason, ReadPolicy policy, Caller caller) {
        return local.isServedStale(copy, reason)
                ? CompletableFuture.completedFuture(LookupResult.of(copy.value()))
                : find(key, policy, caller);
    }

    private CompletableFuture<LookupResult> reload(Object key, Entry copy, ReadPolicy policy, Caller caller) {
        Read read = reads.start(key);
        if (read == null) {
            return CompletableFuture.completedFuture(LookupResult.ABSENT);
        }
        CompletableFuture<Boolean> inTime =
                caller.within(read.answered().thenApply(answered -> true), softTimeout, false);
        return inTime.thenComposeAsync(
                answered ->
                        answered ? reloaded(key, copy, read, policy, caller) : late(key, copy, read, policy, caller),
                caller);
    }

    private CompletableFuture<LookupResult> reloaded(
            Object key, Entry copy, Read read, ReadPolicy policy, Caller caller) {
        LookupResult result = read.settle();
        if (result.isUnavailable()) {
            copy.pause(local.now());
            return stale(key, copy, StaleReason.ERROR, policy, caller);
        }
        if (!result.isFound()) {
            local.remove(key, copy);
        }
        return CompletableFuture.completedFuture(result);
    }

    private CompletableFuture<LookupResult> late(Object key, Entry copy, Read read, ReadPolicy policy, Caller caller) {
        inBackground(read, read::settle, () -> {});
        return stale(key, copy, StaleReason.TIMEOUT, policy, caller);
    }

    private void inBackground(Read read, Runnable task, Runnable refused) {
        var unused = read.answered().thenRun(() -> {
            if (!background.start(task)) {
                refused.run();
            }
        });
    }

    /** Of all that find the entry due, one asks L2. */
    private void refresh(Object key, Entry copy) {
        if (!copy.claim(local.now())) {
            return;
        }
        Read read = background.isFull() ? null : reads.start(key);
        if (read == null) {
            copy.pause(local.now());
            return;
        }
        counters.refreshes.increment();
        inBackground(read, () -> refreshed(key, copy, read.settle()), () -> copy.pause(local.now()));
    }

    private void refreshed(Object key, Entry copy, LookupResult result) {
        if (result.isUnavailable()) {
            copy.pause(local.now());
        } else if (!result.isFound() && copy.cas() != L2Store.NO_CAS) {
            // It was in L2 and is no more. What has never been there stays until its TTL has passed.
            local.remove(key, copy);
        }
    }
}
