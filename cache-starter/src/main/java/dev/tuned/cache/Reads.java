/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RemoteRead.Outcome;
import dev.tuned.cache.WriteGuard.Stamp;
import dev.tuned.cache.store.L2Store;

/**
 * The reads of L2 that are under way in one region, one per key. What L2 said is parsed and put into L1 by whoever
 * needs it first, on its own thread: the SDK's have other work. Thread-safe.
 */
final class Reads {

    private final Map<Object, Read> running = new ConcurrentHashMap<>();
    private final Tiers tiers;
    private final LocalTier local;
    private final RegionCounters counters;

    Reads(Tiers tiers) {
        this.tiers = tiers;
        this.local = tiers.local();
        this.counters = tiers.counters();
    }

    /** Joins the read of a key or starts one; {@code null} if there is no L2. */
    @Nullable
    Read start(Object key) {
        RemoteTier tier = tiers.l2();
        if (tier == null) {
            return null;
        }
        Read present = running.get(key);
        if (present != null) {
            return present;
        }
        Read read = new Read(tier, key, tiers.guard().stamp(key));
        Read faster = running.putIfAbsent(key, read);
        return (faster != null) ? faster : read.begin();
    }

    /**
     * Lets later reads ask L2 anew: what it is about to say is out of date, or nobody is there to parse it. A read that
     * is neither awaited nor abandoned would be joined for ever.
     */
    void abandon(Object key) {
        running.remove(key);
    }

    void abandonAll() {
        running.clear();
    }

    /** Reads under way. */
    int size() {
        return running.size();
    }

    /** One read of one key. */
    final class Read {

        private final CompletableFuture<RemoteRead> said = new CompletableFuture<>();
        private final CompletableFuture<Answer> answer = new CompletableFuture<>();
        private final AtomicBoolean settling = new AtomicBoolean();
        private final RemoteTier tier;
        private final Object key;
        private final Stamp stamp;

        private Read(RemoteTier tier, Object key, Stamp stamp) {
            this.tier = tier;
            this.key = key;
            this.stamp = stamp;
        }

        private Read begin() {
            var unused = tier.read(key)
                    .whenComplete((read, error) ->
                            said.complete((read != null) ? read : RemoteRead.unavailable(null, local.now())));
            return this;
        }

        /** What L2 said, within the hard timeout; completes on a thread of the SDK and never fails. */
        CompletableFuture<RemoteRead> said() {
            return said;
        }

        /** Waits for what L2 says. */
        Answer await() {
            return settle(said.join());
        }

        /** As {@link #await}, without blocking; completes on another thread than the SDK's. */
        CompletableFuture<Answer> later() {
            return said.thenApplyAsync(this::settle, Background.elsewhere());
        }

        private Answer settle(RemoteRead read) {
            if (settling.compareAndSet(false, true)) {
                try {
                    answer.complete(settled(read));
                } catch (Throwable ex) {
                    answer.completeExceptionally(ex);
                    throw ex;
                } finally {
                    running.remove(key, this);
                }
            }
            return answer.join();
        }

        private Answer settled(RemoteRead read) {
            if (read.outcome() == Outcome.UNAVAILABLE) {
                counters.l2Failures.increment();
                return Answer.UNAVAILABLE;
            }
            if (read.outcome() == Outcome.FOUND) {
                Hit hit = value(read);
                if (hit != null) {
                    counters.l2Hits.increment();
                    local.putIfUnchanged(key, hit.value(), hit.cas(), stamp);
                    return Answer.of(hit.value());
                }
            } else if (read.cas() != L2Store.NO_CAS) {
                // A tombstone: the key was removed, be it by another process whose message has not arrived yet.
                local.removeIfUnchanged(key, stamp);
            }
            counters.l2Misses.increment();
            return Answer.ABSENT;
        }

        /** The document that L1 has already need not be parsed again. */
        private @Nullable Hit value(RemoteRead read) {
            Entry copy = local.copy(key);
            if (copy != null && copy.cas() == read.cas()) {
                counters.parsesSkipped.increment();
                return new Hit(copy.value(), read.cas());
            }
            return tier.decode(read);
        }
    }
}
