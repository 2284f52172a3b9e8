/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.LocalCache;
import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.local.Versions;
import dev.tuned.cache.local.Versions.Stamp;
import dev.tuned.cache.region.RemoteReads.Read;
import dev.tuned.cache.remote.RemoteCache;
import dev.tuned.cache.remote.RemoteRead;
import dev.tuned.cache.store.Failures;
import dev.tuned.cache.store.Failures.LoadFailedException;
import dev.tuned.cache.store.L2Store;

/**
 * Makes the loads of one region that have been claimed: what L2 has, else what the loader gives. Each of them completes,
 * whatever the loader, a decorator or an executor throws. Thread-safe.
 */
final class LoadRunner {

    /** Without L2 nothing is kept there. */
    private static final RemoteRead NO_L2 = RemoteRead.absent(null, 0);

    private final LocalCache local;
    private final Versions guard;
    private final RegionCounters counters;
    private final RemoteReads reads;
    private final LoadRegistry loads;
    private final Supplier<@Nullable RemoteCache> l2;

    LoadRunner(
            LocalCache local,
            Versions guard,
            RegionCounters counters,
            RemoteReads reads,
            LoadRegistry loads,
            Supplier<@Nullable RemoteCache> l2) {
        this.local = local;
        this.guard = guard;
        this.counters = counters;
        this.reads = reads;
        this.loads = loads;
        this.l2 = l2;
    }

    /** The reads of L2 for some keys; empty without L2. */
    <K> Map<K, Read> ask(Set<K> keys) {
        Map<K, Read> asked = new LinkedHashMap<>();
        for (K key : keys) {
            Read read = reads.start(key);
            if (read != null) {
                asked.put(key, read);
            }
        }
        return asked;
    }

    /** Completes when L2 has answered all of it. */
    static CompletableFuture<Void> answered(Map<?, Read> asked) {
        return CompletableFuture.allOf(
                asked.values().stream().map(Read::answered).toArray(CompletableFuture[]::new));
    }

    /**
     * Makes loads, as soon as L2 has answered.
     *
     * @param claimed the loads that this loader has claimed, by their keys
     * @param asked the reads of L2 for them
     * @param caller where the loader runs
     */
    <K> void make(Map<K, Load> claimed, Map<K, Read> asked, Loader<K> loader, Caller caller) {
        if (claimed.isEmpty()) {
            return;
        }
        orFail(claimed, () -> {
            AtomicBoolean begun = new AtomicBoolean();
            Runnable step = caller.decorated(() -> {
                if (begun.compareAndSet(false, true)) {
                    makeHere(claimed, asked, loader);
                }
            });
            CompletableFuture<Void> answered = answered(asked);
            if (caller.waitsForL2()) {
                // Not as the future's dependent, which would keep to itself what is thrown.
                answered.join();
                execute(caller.loading(), claimed, step, begun);
            } else {
                var unused = answered.thenRun(() -> execute(caller.loading(), claimed, step, begun));
            }
        });
    }

    private <K> void execute(Executor executor, Map<K, Load> claimed, Runnable step, AtomicBoolean begun) {
        orFail(
                claimed,
                () -> executor.execute(() -> orFail(claimed, () -> {
                    step.run();
                    if (!begun.get()) {
                        throw new IllegalStateException("A TaskDecorator did not run its task");
                    }
                })));
    }

    /** Makes loads on this thread; L2 has answered. */
    <K> void makeHere(Map<K, Load> claimed, Map<K, Read> asked, Loader<K> loader) {
        orFail(claimed, () -> {
            claimed.values().forEach(load -> load.runsOn(Thread.currentThread()));
            Map<K, Load> missing = new LinkedHashMap<>();
            claimed.forEach((key, load) -> {
                LookupResult known = known(key, load, asked.get(key));
                if (known.isFound()) {
                    done(key, load, known.value());
                } else {
                    missing.put(key, load);
                }
            });
            if (!missing.isEmpty()) {
                call(missing, asked, loader);
            }
        });
    }

    /** What another load has put into L1 between this one's look at it and its start, else what L2 has. */
    private LookupResult known(Object key, Load load, @Nullable Read read) {
        Entry fresh = local.fresh(key);
        if (fresh != null && fresh != load.basis()) {
            return LookupResult.of(fresh.value());
        }
        return (read != null) ? read.settle() : LookupResult.ABSENT;
    }

    private <K> void call(Map<K, Load> missing, Map<K, Read> asked, Loader<K> loader) {
        CompletableFuture<? extends Map<K, ? extends @Nullable Object>> loading =
                called(loader, new LinkedHashSet<>(missing.keySet()));
        if (loading.isDone()) {
            loaded(missing, asked, loading);
        } else {
            var unused = loading.whenComplete((values, error) -> loaded(missing, asked, loading));
            missing.values().forEach(load -> load.runsOn(null));
        }
    }

    private <K> void loaded(
            Map<K, Load> missing,
            Map<K, Read> asked,
            CompletableFuture<? extends Map<K, ? extends @Nullable Object>> loading) {
        orFail(missing, () -> {
            Map<K, ? extends @Nullable Object> values = loading.join();
            missing.forEach((key, load) -> {
                Object value = values.get(key);
                keep(key, load.stamp(), value, asked.get(key));
                done(key, load, value);
            });
        });
    }

    /** Calls a loader and counts that; what it throws is the future's failure. */
    <K> CompletableFuture<? extends Map<K, ? extends @Nullable Object>> called(Loader<K> loader, Set<K> keys) {
        counters.loads.increment();
        try {
            CompletableFuture<? extends Map<K, ? extends @Nullable Object>> loading =
                    loader.load(keys).toCompletableFuture();
            var unused = loading.whenComplete((values, error) -> {
                if (error != null) {
                    counters.loadFailures.increment();
                }
            });
            return loading;
        } catch (Throwable ex) {
            counters.loadFailures.increment();
            return CompletableFuture.failedFuture(new LoadFailedException(ex));
        }
    }

    /**
     * Makes a load on this thread, which has claimed it inside a read of its own: what L2 has, else what the loader gives.
     *
     * @throws Throwable what the loader threw
     */
    <K> @Nullable Object makeOwn(K key, Load load, Loader<K> loader) throws Throwable {
        boolean isCalled = false;
        try {
            load.runsOn(Thread.currentThread());
            Read read = reads.start(key);
            if (read != null) {
                var unused = read.answered().join();
            }
            LookupResult known = known(key, load, read);
            if (known.isFound()) {
                done(key, load, known.value());
                return known.value();
            }
            counters.loads.increment();
            isCalled = true;
            Object value = loader.loadOne(key);
            isCalled = false;
            keep(key, load.stamp(), value, read);
            done(key, load, value);
            return value;
        } catch (Throwable ex) {
            if (isCalled) {
                counters.loadFailures.increment();
            }
            failed(key, load, new LoadFailedException(ex));
            throw ex;
        }
    }

    /** Keeps a loaded value in both levels. Nobody waits for L2. */
    void keep(Object key, Stamp stamp, @Nullable Object value, @Nullable Read read) {
        Entry entry = local.putIfUnchanged(key, value, L2Store.NO_CAS, stamp);
        RemoteCache level = l2.get();
        if (level != null && guard.unchangedSince(stamp)) {
            RemoteRead basis = (read != null) ? read.answered().join() : NO_L2;
            var unused = level.keep(key, value, basis).thenAccept(entry::stored);
        }
    }

    void done(Object key, Load load, @Nullable Object value) {
        loads.remove(key, load);
        load.result().complete(value);
    }

    void failed(Object key, Load load, Throwable error) {
        Entry basis = load.basis();
        if (basis != null) {
            basis.pause(local.now());
        }
        loads.remove(key, load);
        load.result().completeExceptionally(Failures.ofLoad(error));
    }

    /** Runs a step of loads, which fail if it does. */
    <K> void orFail(Map<K, Load> claimed, Runnable step) {
        try {
            step.run();
        } catch (Throwable ex) {
            claimed.forEach((key, load) -> failed(key, load, ex));
        }
    }
}
