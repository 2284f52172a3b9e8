/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.LocalCache;
import dev.tuned.cache.local.Versions.Stamp;
import dev.tuned.cache.remote.LookupResult;
import dev.tuned.cache.remote.RemoteCache;
import dev.tuned.cache.remote.RemoteRead;
import dev.tuned.cache.remote.RemoteRead.Outcome;
import dev.tuned.cache.store.L2Store;

/**
 * One read of L2. The answer is decoded and put into L1 once, by the first that needs it and on its thread: the client's
 * threads have other work. Thread-safe.
 */
final class L2Read {

    private final CompletableFuture<RemoteRead> answered = new CompletableFuture<>();
    private final RemoteCache remote;
    private final LocalCache local;
    private final Object key;
    private final Stamp stamp;
    private @Nullable LookupResult result;

    /**
     * Creates a read that has not begun.
     *
     * @param stamp the moment before it: what is changed afterwards wins over what it finds
     */
    L2Read(RemoteCache remote, LocalCache local, Object key, Stamp stamp) {
        this.remote = remote;
        this.local = local;
        this.key = key;
        this.stamp = stamp;
    }

    /** Asks L2. Where that throws, it has not answered. */
    void begin() {
        try {
            var unused = remote.read(key).whenComplete((read, error) -> end(read));
        } catch (Throwable ex) {
            end(null);
            throw ex;
        }
    }

    private void end(@Nullable RemoteRead read) {
        answered.complete((read != null) ? read : RemoteRead.unavailable(null, local.now()));
    }

    /** What L2 answered within the hard timeout; completes on a thread of the client and never fails. */
    CompletableFuture<RemoteRead> answered() {
        return answered;
    }

    /** Decodes what L2 has answered and puts it into L1, or waits for the thread that does. */
    synchronized LookupResult result() {
        LookupResult known = result;
        if (known == null) {
            known = settled(answered.join());
            result = known;
        }
        return known;
    }

    /**
     * Keeps in L2 what was loaded since, if nothing has changed there.
     *
     * @return the CAS of the document, {@code NO_CAS} if the value is not in L2
     */
    CompletableFuture<Long> keep(@Nullable Object value) {
        return remote.keep(key, value, answered.join());
    }

    private LookupResult settled(RemoteRead read) {
        if (read.outcome() == Outcome.UNAVAILABLE) {
            local.counters().l2Failures.increment();
            return LookupResult.UNAVAILABLE;
        }
        if (read.outcome() == Outcome.FOUND) {
            LookupResult found = decoded(read);
            if (found.isFound()) {
                local.counters().l2Hits.increment();
                local.putIfUnchanged(key, found.value(), read.cas(), stamp);
                return found;
            }
            local.counters().undecodable.increment();
        } else if (read.cas() != L2Store.NO_CAS) {
            // A tombstone: the key was removed, be it by another process whose message has not arrived yet.
            local.removeIfUnchanged(key, stamp);
        }
        local.counters().l2Misses.increment();
        return LookupResult.ABSENT;
    }

    /** The document that L1 has already need not be parsed again. */
    private LookupResult decoded(RemoteRead read) {
        Entry copy = local.copy(key);
        if (copy != null && copy.cas() == read.cas()) {
            local.counters().parsesSkipped.increment();
            return LookupResult.of(copy.value());
        }
        return remote.decode(read);
    }
}
