/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.LocalCache;
import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.local.Versions;
import dev.tuned.cache.local.Versions.Stamp;
import dev.tuned.cache.remote.RemoteCache;
import dev.tuned.cache.remote.RemoteRead;
import dev.tuned.cache.remote.RemoteRead.Outcome;
import dev.tuned.cache.remote.VersionedValue;
import dev.tuned.cache.store.L2Store;

/**
 * The reads of L2 that run in one region, one per key. A read can be joined until L2 has answered. The answer is decoded
 * and put into L1 once, by whoever needs it first and on its thread: the client's threads have other work. Thread-safe.
 */
public final class RemoteReads {

    private final Map<Object, Read> running = new ConcurrentHashMap<>();
    private final Supplier<@Nullable RemoteCache> l2;
    private final LocalCache local;
    private final Versions guard;
    private final RegionCounters counters;

    RemoteReads(Supplier<@Nullable RemoteCache> l2, LocalCache local, Versions guard, RegionCounters counters) {
        this.l2 = l2;
        this.local = local;
        this.guard = guard;
        this.counters = counters;
    }

    /** Joins the read of a key or starts one; {@code null} if there is no L2. */
    @Nullable
    Read start(Object key) {
        RemoteCache level = l2.get();
        if (level == null || !level.isReadable()) {
            return null;
        }
        Read present = running.get(key);
        if (present != null) {
            return present;
        }
        Read read = new Read(level, key, guard.stamp(key));
        Read faster = running.putIfAbsent(key, read);
        return (faster != null) ? faster : read.begin();
    }

    /** Lets later reads ask L2 again: what it is about to answer is stale. */
    void abandon(Object key) {
        running.remove(key);
    }

    void abandonAll() {
        running.clear();
    }

    /** Reads that run. */
    int size() {
        return running.size();
    }

    /** One read of one key. */
    public final class Read {

        private final CompletableFuture<RemoteRead> answered = new CompletableFuture<>();
        private @Nullable LookupResult result;
        private final RemoteCache level;
        private final Object key;
        private final Stamp stamp;

        private Read(RemoteCache level, Object key, Stamp stamp) {
            this.level = level;
            this.key = key;
            this.stamp = stamp;
        }

        private Read begin() {
            try {
                var unused = level.read(key).whenComplete((read, error) -> end(read));
            } catch (Throwable ex) {
                end(null);
                throw ex;
            }
            return this;
        }

        private void end(@Nullable RemoteRead read) {
            running.remove(key, this);
            answered.complete((read != null) ? read : RemoteRead.unavailable(null, local.now()));
        }

        /** What L2 answered within the hard timeout; completes on a thread of the client and never fails. */
        CompletableFuture<RemoteRead> answered() {
            return answered;
        }

        /** The result, decoded by this executor unless somebody else does. */
        CompletableFuture<LookupResult> result(Executor executor) {
            return answered.thenApplyAsync(read -> settle(), executor);
        }

        /** Decodes what L2 has answered and puts it into L1, or waits for the thread that does. */
        synchronized LookupResult settle() {
            LookupResult known = result;
            if (known == null) {
                known = settled(answered.join());
                result = known;
            }
            return known;
        }

        private LookupResult settled(RemoteRead read) {
            if (read.outcome() == Outcome.UNAVAILABLE) {
                counters.l2Failures.increment();
                return LookupResult.UNAVAILABLE;
            }
            if (read.outcome() == Outcome.FOUND) {
                VersionedValue found = value(read);
                if (found != null) {
                    counters.l2Hits.increment();
                    local.putIfUnchanged(key, found.value(), found.cas(), stamp);
                    return LookupResult.of(found.value());
                }
                counters.undecodable.increment();
            } else if (read.cas() != L2Store.NO_CAS) {
                // A tombstone: the key was removed, be it by another process whose message has not arrived yet.
                local.removeIfUnchanged(key, stamp);
            }
            counters.l2Misses.increment();
            return LookupResult.ABSENT;
        }

        /** The document that L1 has already need not be parsed again. */
        private @Nullable VersionedValue value(RemoteRead read) {
            Entry copy = local.copy(key);
            if (copy != null && copy.cas() == read.cas()) {
                counters.parsesSkipped.increment();
                return new VersionedValue(copy.value(), read.cas());
            }
            return level.decode(read);
        }
    }
}
