/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.core.task.TaskDecorator;

import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.LocalCache;
import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.local.Versions.Stamp;
import dev.tuned.cache.remote.RemoteCache;
import dev.tuned.cache.remote.RemoteRead;
import dev.tuned.cache.store.Failures;
import dev.tuned.cache.store.L2Store;

/**
 * Makes the loads of one region that have been claimed: what L2 has, else what the loader gives. Each of them ends, whatever
 * the loader, a decorator or an executor throws. Thread-safe.
 */
final class LoadRunner {

    /** Without L2 nothing is kept there. */
    private static final RemoteRead NO_L2 = RemoteRead.absent(null, 0);

    private final LocalCache local;
    private final RegionCounters counters;
    private final LoadRegistry loads;
    private final Supplier<@Nullable RemoteCache> l2;

    LoadRunner(LocalCache local, LoadRegistry loads, Supplier<@Nullable RemoteCache> l2) {
        this.local = local;
        this.counters = local.counters();
        this.loads = loads;
        this.l2 = l2;
    }

    /** Asks L2 for all of these loads at once; empty without L2. */
    <K> Map<K, L2Read> ask(Map<K, Load> claimed) {
        Map<K, L2Read> asked = new LinkedHashMap<>();
        claimed.forEach((key, load) -> {
            L2Read read = loads.read(key, load);
            if (read != null) {
                asked.put(key, read);
            }
        });
        return asked;
    }

    /** Completes when L2 has answered all of it. */
    static CompletableFuture<Void> answered(Map<?, L2Read> asked) {
        return CompletableFuture.allOf(
                asked.values().stream().map(L2Read::answered).toArray(CompletableFuture[]::new));
    }

    /**
     * Makes one load on this thread, for a caller who waits for it.
     *
     * @throws Throwable what the loader threw, with which the load has failed
     */
    <K> @Nullable Object makeHere(K key, Load load, Loader<K> loader) throws Throwable {
        try {
            load.runsOn(Thread.currentThread());
            L2Read read = loads.read(key, load);
            LookupResult known = known(key, load, read);
            Object value = known.isFound() ? known.value() : called(loader, key);
            if (!known.isFound()) {
                keep(key, load.stamp(), value, read);
            }
            loads.done(key, load, value);
            return value;
        } catch (Throwable ex) {
            loads.failed(key, load, ex);
            throw ex;
        }
    }

    /** Makes loads on this thread, which may block. Who waits for them sees what the loader throws. */
    <K> void make(Map<K, Load> claimed, Map<K, L2Read> asked, Loader<K> loader) {
        failOnThrow(claimed, () -> {
            Set<K> missing = missing(claimed, asked);
            if (!missing.isEmpty()) {
                call(claimed, asked, missing, loader);
            }
        });
    }

    /** Makes loads on a thread of this executor, as soon as L2 has answered. This thread may not block. */
    <K> void makeLater(Map<K, Load> claimed, Loader<K> loader, TaskDecorator decorator, Executor executor) {
        failOnThrow(claimed, () -> {
            Map<K, L2Read> asked = ask(claimed);
            AtomicBoolean begun = new AtomicBoolean();
            Runnable task = decorator.decorate(() -> {
                if (begun.compareAndSet(false, true)) {
                    make(claimed, asked, loader);
                }
            });
            Runnable guarded = () -> failOnThrow(claimed, () -> {
                task.run();
                if (!begun.get()) {
                    throw new IllegalStateException("A TaskDecorator did not run its task");
                }
            });
            var unused = answered(asked).thenRun(() -> failOnThrow(claimed, () -> executor.execute(guarded)));
        });
    }

    /** The keys that neither level has. The other loads have ended, with what L2 has or what came into L1 meanwhile. */
    private <K> Set<K> missing(Map<K, Load> claimed, Map<K, L2Read> asked) {
        Set<K> missing = new LinkedHashSet<>();
        claimed.forEach((key, load) -> {
            load.runsOn(Thread.currentThread());
            LookupResult known = known(key, load, asked.get(key));
            if (known.isFound()) {
                loads.done(key, load, known.value());
            } else {
                missing.add(key);
            }
        });
        return missing;
    }

    private LookupResult known(Object key, Load load, @Nullable L2Read read) {
        if (read != null) {
            var unused = read.answered().join();
        }
        Entry fresh = local.fresh(key);
        if (fresh != null && fresh != load.basis()) {
            return LookupResult.of(fresh.value());
        }
        return (read != null) ? read.result() : LookupResult.ABSENT;
    }

    private <K> void call(Map<K, Load> claimed, Map<K, L2Read> asked, Set<K> missing, Loader<K> loader)
            throws Throwable {
        CompletableFuture<? extends Map<K, ? extends @Nullable Object>> loading = called(loader, missing);
        if (loading.isDone()) {
            // Not as the future's dependent, which would keep to itself what is thrown.
            loaded(claimed, asked, values(loading));
        } else {
            var unused = loading.whenComplete(
                    (values, error) -> failOnThrow(claimed, () -> loaded(claimed, asked, values(loading))));
            claimed.values().forEach(load -> load.runsOn(null));
        }
    }

    private <K> void loaded(Map<K, Load> claimed, Map<K, L2Read> asked, Map<K, ? extends @Nullable Object> values) {
        claimed.forEach((key, load) -> {
            if (!load.result().isDone()) {
                Object value = values.get(key);
                keep(key, load.stamp(), value, asked.get(key));
                loads.done(key, load, value);
            }
        });
    }

    /** Calls a loader for one key, and counts that. */
    <K> @Nullable Object called(Loader<K> loader, K key) throws Throwable {
        counters.loads.increment();
        try {
            return loader.loadOne(key);
        } catch (Throwable ex) {
            counters.loadFailures.increment();
            throw ex;
        }
    }

    /** As {@link #called(Loader, Object)}, for several keys. */
    <K> CompletableFuture<? extends Map<K, ? extends @Nullable Object>> called(Loader<K> loader, Set<K> keys)
            throws Exception {
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
            throw ex;
        }
    }

    /** The values of a future that is done, or what it failed with. */
    static <T> T values(CompletableFuture<T> loading) throws Throwable {
        try {
            return loading.join();
        } catch (CompletionException ex) {
            throw Failures.cause(ex);
        }
    }

    /** Keeps a loaded value in both levels, without waiting for L2. */
    void keep(Object key, Stamp stamp, @Nullable Object value, @Nullable L2Read read) {
        Entry entry = local.putIfUnchanged(key, value, L2Store.NO_CAS, stamp);
        RemoteCache remote = l2.get();
        if (remote != null && local.versions().unchangedSince(stamp)) {
            RemoteRead basis = (read != null) ? read.answered().join() : NO_L2;
            var unused = remote.keep(key, value, basis).thenAccept(entry::stored);
        }
    }

    <K> void failed(Map<K, Load> claimed, Throwable error) {
        claimed.forEach((key, load) -> loads.failed(key, load, error));
    }

    /** A step of loads. */
    interface Step {

        void run() throws Throwable;
    }

    /** Runs a step of loads, which fail if it does. */
    <K> void failOnThrow(Map<K, Load> claimed, Step step) {
        try {
            step.run();
        } catch (Throwable ex) {
            failed(claimed, ex);
        }
    }
}
