/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.LocalCache;
import dev.tuned.cache.local.Versions;
import dev.tuned.cache.local.Versions.Stamp;
import dev.tuned.cache.remote.KeyCodec;
import dev.tuned.cache.remote.LookupResult;
import dev.tuned.cache.remote.RemoteCache;
import dev.tuned.cache.remote.RemoteRead;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.NonBlockingThreads;

/**
 * The changes of one region: in L2, then in L1, then published to the other processes. A change wins over everything that
 * was read or loaded before it ended. Thread-safe.
 */
public final class Writer {

    private final String region;
    private final LocalCache local;
    private final Versions versions;
    private final LoadRegistry loads;
    private final Supplier<@Nullable RemoteCache> l2;
    private final InvalidationChannel invalidations;

    Writer(
            String region,
            LocalCache local,
            LoadRegistry loads,
            Supplier<@Nullable RemoteCache> l2,
            InvalidationChannel invalidations) {
        this.region = region;
        this.local = local;
        this.versions = local.versions();
        this.loads = loads;
        this.l2 = l2;
        this.invalidations = invalidations;
    }

    /** Puts a value into L2 and L1 and publishes the change. */
    public void put(Object key, @Nullable Object value) {
        Owner.requireRoom();
        Stamp begun = versions.writing(key);
        loads.detach(key);
        RemoteCache level = l2.get();
        if (level == null) {
            local.putEnded(key, value, L2Store.NO_CAS, begun);
            publish(key);
            return;
        }
        if (NonBlockingThreads.isCurrent()) {
            // The caller goes on before L2 has it, and is to read what it wrote.
            local.putIfUnchanged(key, value, L2Store.NO_CAS, begun);
        }
        awaitIfAllowed(level.replace(key, value).thenAccept(cas -> {
            loads.detach(key);
            local.putEnded(key, value, cas, begun);
            publish(key);
        }));
    }

    /** Removes a key from both levels and publishes the change; whether L1 had a fresh value. */
    public boolean evict(Object key) {
        Entry removed = forget(key);
        boolean present = removed != null && removed.isFresh(local.now());
        RemoteCache level = l2.get();
        if (level == null) {
            publish(key);
        } else {
            // Once more: a read in between may have brought back what was there.
            awaitIfAllowed(level.remove(key).thenRun(() -> {
                forget(key);
                publish(key);
            }));
        }
        return present;
    }

    /** Removes every key from both levels and publishes the change; whether L1 had any. */
    public boolean clear() {
        boolean present = !local.cache().asMap().isEmpty();
        forgetAll();
        RemoteCache level = l2.get();
        if (level == null) {
            publishAll();
        } else {
            awaitIfAllowed(level.clear().thenRun(() -> {
                forgetAll();
                publishAll();
            }));
        }
        return present;
    }

    /** Another process changed a key: L1 drops it. */
    public void invalidated(Object key) {
        if (forget(key) != null) {
            local.counters().invalidated.increment();
        }
    }

    /** Another process cleared the region, or may have changed anything: L1 drops all of it. */
    public void invalidatedAll() {
        local.counters().invalidated.add(local.cache().estimatedSize());
        RemoteCache level = l2.get();
        if (level != null) {
            level.clearedElsewhere();
        }
        forgetAll();
    }

    /**
     * Puts a value unless there is one in either level; atomic in this process, and beyond it as far as L2 answers. A load
     * that runs has no value yet.
     *
     * @return the value that is there, or {@link LookupResult#ABSENT} if there was none
     */
    public LookupResult putIfAbsent(Object key, @Nullable Object value) {
        Owner owner = Owner.beginning();
        int outer = owner.depth;
        owner.depth = outer + 1;
        try {
            while (true) {
                Entry fresh = local.fresh(key);
                if (fresh != null) {
                    return LookupResult.of(fresh.value());
                }
                Load load = loads.join(key);
                if (load.claim(this, owner)) {
                    return insert(key, load, value);
                }
                if (load.isClaimedBy(this)) {
                    // Ends within L2's hard timeout, unless its thread could not end it.
                    ReadStep.await(load.result(), CacheReader.MAX_WAIT);
                } else {
                    // This load alone: by now another thread's put may run for the key.
                    loads.detach(key, load);
                }
            }
        } finally {
            owner.depth = outer;
        }
    }

    private LookupResult insert(Object key, Load load, @Nullable Object value) {
        try {
            LookupResult present = present(key, value);
            loads.complete(key, load, present.isFound() ? present.value() : value);
            if (!present.isFound()) {
                publish(key);
            }
            return present;
        } catch (Throwable ex) {
            loads.fail(key, load, ex);
            throw ex;
        }
    }

    /** What is there already; nothing if the value has been put. */
    private LookupResult present(Object key, @Nullable Object value) {
        // First: a load that ended before it is seen, and one that ends after it is not kept.
        Stamp begun = versions.writing(key);
        Entry fresh = local.freshAfterPuts(key);
        if (fresh != null) {
            return LookupResult.of(fresh.value());
        }
        RemoteCache level = l2.get();
        if (level == null) {
            Entry faster = local.putIfAbsent(key, value, begun);
            return (faster != null) ? LookupResult.of(faster.value()) : LookupResult.ABSENT;
        }
        RemoteRead read = level.putIfAbsent(key, value).join();
        LookupResult present = level.decode(read);
        if (present.isFound()) {
            local.putIfUnchanged(key, present.value(), read.cas(), begun);
            return present;
        }
        local.putIfUnchanged(key, value, L2Store.NO_CAS, begun);
        // A load that began meanwhile is not to put over it what it has.
        versions.written(key);
        return LookupResult.ABSENT;
    }

    /**
     * Waits for an operation that ends within its timeout, so that a change is in L2 when the caller goes on. A thread that
     * must not wait goes on alone.
     */
    private static void awaitIfAllowed(CompletableFuture<?> operation) {
        if (!NonBlockingThreads.isCurrent()) {
            operation.join();
        }
    }

    private @Nullable Entry forget(Object key) {
        versions.written(key);
        loads.detach(key);
        return local.remove(key);
    }

    private void forgetAll() {
        versions.cleared();
        loads.detachAll();
        local.clear();
    }

    /** A key without a text form that is the same in every process is sent as the whole region. */
    private void publish(Object key) {
        invalidations.publish(new Invalidation(region, KeyCodec.encode(key)));
    }

    private void publishAll() {
        invalidations.publish(new Invalidation(region, null));
    }
}
