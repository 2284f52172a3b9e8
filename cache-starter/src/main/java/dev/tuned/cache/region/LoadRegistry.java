/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.core.task.TaskDecorator;

import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.LocalCache;
import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.local.Versions.Stamp;
import dev.tuned.cache.region.Load.DroppedException;
import dev.tuned.cache.remote.RemoteCache;
import dev.tuned.cache.store.Failures;
import dev.tuned.cache.store.L2Store;

/**
 * The keys of one region that are being read, from L2 or by a loader: one {@link Load} per key. Those that have been claimed are
 * executed here: what L2 has, else what the loader gives. Each of them ends, whatever the loader, a decorator or an executor
 * throws. Thread-safe.
 */
final class LoadRegistry {

    /** Which thread waits for which load, of any region. */
    private static final Map<Thread, Load> WAITING = new ConcurrentHashMap<>();

    private final Map<Object, Load> running = new ConcurrentHashMap<>();
    private final LocalCache local;
    private final RegionCounters counters;
    private final Supplier<@Nullable RemoteCache> l2;

    LoadRegistry(LocalCache local, Supplier<@Nullable RemoteCache> l2) {
        this.local = local;
        this.counters = local.counters();
        this.l2 = l2;
    }

    /** The load of a key that runs. One that its thread has abandoned does not any more, and who waits for it is woken. */
    @Nullable
    Load running(Object key) {
        Load present = running.get(key);
        if (present != null && present.isAbandoned()) {
            running.remove(key, present);
            present.result().completeExceptionally(new DroppedException());
            return null;
        }
        return present;
    }

    /** The load of a key that runs, else a new one that is not claimed yet. */
    Load join(Object key) {
        Load present = running(key);
        if (present != null) {
            return present;
        }
        Load created = new Load(local.versions().stamp(key), null);
        Load faster = running.putIfAbsent(key, created);
        return (faster != null) ? faster : created;
    }

    /** The load in place of one that takes long, the same for all who have waited for that, also when it has ended. */
    Load takeOver(Object key, Load late) {
        running.remove(key, late);
        return late.successor(() -> join(key));
    }

    /** Registers a load, unless there is one for the key: then that one is returned. */
    @Nullable
    Load register(Object key, Load load) {
        Load present = running(key);
        return (present != null) ? present : running.putIfAbsent(key, load);
    }

    /** The read of L2 that runs for a key, else a new one; {@code null} if there is no L2. */
    @Nullable
    L2Read read(Object key) {
        RemoteCache remote = readable();
        if (remote == null) {
            return null;
        }
        Owner.requireRoom();
        Load load = join(key);
        L2Read read = read(key, load, remote);
        if (load.basis() == null) {
            // One that is not claimed until then ends with its read.
            var unused = read.answered().thenRun(() -> dropUnclaimed(key, load));
        }
        return read;
    }

    private L2Read read(Object key, Load load, RemoteCache remote) {
        L2Read created = new L2Read(remote, local, key, load.stamp());
        L2Read read = load.reading(created);
        if (read == created) {
            created.begin();
        }
        return read;
    }

    private @Nullable RemoteCache readable() {
        RemoteCache remote = l2.get();
        return (remote != null && remote.isReadable()) ? remote : null;
    }

    /** Ends a load that is not claimed: it is not to be executed any more. */
    void dropUnclaimed(Object key, Load load) {
        if (load.claim(this, null)) {
            fail(key, load, new DroppedException());
        }
    }

    void complete(Object key, Load load, @Nullable Object value) {
        running.remove(key, load);
        load.result().complete(value);
    }

    void fail(Object key, Load load, Throwable error) {
        Entry basis = load.basis();
        if (basis != null) {
            basis.pause(local.now());
        }
        running.remove(key, load);
        load.result().completeExceptionally(error);
    }

    /** The load goes on for who has waited for it until now; later reads do not join it. */
    void detach(Object key, Load load) {
        running.remove(key, load);
    }

    /** Lets later reads start anew: what the running ones return is stale. */
    void detach(Object key) {
        running.remove(key);
    }

    void detachAll() {
        running.clear();
    }

    /** Loads that run, and threads that wait for one. */
    int size() {
        return running.size() + WAITING.size();
    }

    /**
     * Whether this thread may wait for a load: not if that would be, directly or through other waiting threads, waiting for
     * itself. After each call, {@link #stopWaiting()} is called.
     */
    boolean mayWaitFor(Load load) {
        Thread self = Thread.currentThread();
        // Entered before looking: of two threads about to wait for each other, the later one sees the earlier.
        WAITING.put(self, load);
        Set<Load> seen = new HashSet<>();
        for (Load next = load; next != null && seen.add(next); ) {
            Thread thread = next.thread();
            if (thread == self) {
                return false;
            }
            next = (thread != null) ? WAITING.get(thread) : null;
        }
        return true;
    }

    /** This thread waits no more. */
    void stopWaiting() {
        WAITING.remove(Thread.currentThread());
    }

    /** Asks L2 for all of these loads at once; empty without L2. */
    <K> Map<K, L2Read> readL2(Map<K, Load> claimed) {
        RemoteCache remote = readable();
        if (remote == null) {
            return Map.of();
        }
        Map<K, L2Read> reads = new LinkedHashMap<>();
        claimed.forEach((key, load) -> reads.put(key, read(key, load, remote)));
        return reads;
    }

    /** Completes when L2 has answered all of it. */
    static CompletableFuture<Void> allAnswered(Map<?, L2Read> reads) {
        return CompletableFuture.allOf(
                reads.values().stream().map(L2Read::answered).toArray(CompletableFuture[]::new));
    }

    /** Executes loads on this thread, which may block. Who waits for them sees what the loader throws. */
    <K> void execute(Map<K, Load> claimed, Map<K, L2Read> reads, Loader<K> loader) {
        failOnThrow(claimed, () -> {
            claimed.entrySet()
                    .removeIf(load -> completeIfFound(load.getKey(), load.getValue(), reads.get(load.getKey())));
            if (!claimed.isEmpty()) {
                callLoader(claimed, reads, loader);
            }
        });
    }

    /** Executes loads on a thread of this executor, as soon as L2 has answered. This thread may not block. */
    <K> void executeLater(Map<K, Load> claimed, Loader<K> loader, TaskDecorator decorator, Executor executor) {
        failOnThrow(claimed, () -> {
            Map<K, L2Read> reads = readL2(claimed);
            AtomicBoolean begun = new AtomicBoolean();
            Runnable task = decorator.decorate(() -> {
                if (begun.compareAndSet(false, true)) {
                    execute(claimed, reads, loader);
                }
            });
            Runnable guarded = () -> failOnThrow(claimed, () -> {
                task.run();
                if (!begun.get()) {
                    throw new IllegalStateException("A TaskDecorator did not run its task");
                }
            });
            var unused = allAnswered(reads).thenRun(() -> failOnThrow(claimed, () -> executor.execute(guarded)));
        });
    }

    /** Ends a load with what L2 has or what came into L1 meanwhile; whether there is such. */
    private boolean completeIfFound(Object key, Load load, @Nullable L2Read read) {
        load.runsOn(Thread.currentThread());
        if (read != null) {
            var unused = read.answered().join();
        }
        Entry fresh = local.fresh(key);
        if (fresh != null && fresh != load.basis()) {
            complete(key, load, fresh.value());
            return true;
        }
        if (read != null && read.result().isFound()) {
            complete(key, load, read.result().value());
            return true;
        }
        return false;
    }

    private <K> void callLoader(Map<K, Load> claimed, Map<K, L2Read> reads, Loader<K> loader) {
        CompletableFuture<? extends Map<K, ? extends @Nullable Object>> loading = callLoader(loader, claimed.keySet());
        if (loading.isDone()) {
            // Not as the future's dependent, which would keep to itself what is thrown.
            keepAll(claimed, reads, valuesOf(loading));
        } else {
            var unused = loading.whenComplete(
                    (values, error) -> failOnThrow(claimed, () -> keepAll(claimed, reads, valuesOf(loading))));
            claimed.values().forEach(load -> load.runsOn(null));
        }
    }

    /** Ends loads with what the loader gave. */
    private <K> void keepAll(Map<K, Load> claimed, Map<K, L2Read> reads, Map<K, ? extends @Nullable Object> values) {
        claimed.forEach((key, load) -> {
            Object value = values.get(key);
            keep(key, load.stamp(), value, reads.get(key));
            complete(key, load, value);
        });
    }

    /** Calls a loader, and counts that. What it throws leaves as it is. */
    <K> CompletableFuture<? extends Map<K, ? extends @Nullable Object>> callLoader(Loader<K> loader, Set<K> keys) {
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
            throw Failures.unchecked(ex);
        }
    }

    /** The values of a future that is done, or what it failed with. */
    static <T> T valuesOf(CompletableFuture<T> loading) {
        try {
            return loading.join();
        } catch (CompletionException ex) {
            throw Failures.unchecked(Failures.cause(ex));
        }
    }

    /** Keeps a loaded value in both levels, without waiting for L2. */
    void keep(Object key, Stamp stamp, @Nullable Object value, @Nullable L2Read read) {
        Entry entry = local.putIfUnchanged(key, value, L2Store.NO_CAS, stamp);
        if (read != null && local.versions().unchangedSince(stamp)) {
            var unused = read.keep(value).thenAccept(entry::stored);
        }
    }

    <K> void fail(Map<K, Load> claimed, Throwable error) {
        claimed.forEach((key, load) -> fail(key, load, error));
    }

    /** Runs a step of loads, which fail if it does. */
    <K> void failOnThrow(Map<K, Load> claimed, Runnable step) {
        try {
            step.run();
        } catch (Throwable ex) {
            fail(claimed, ex);
        }
    }
}
