/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.springframework.core.task.TaskDecorator;

import dev.tuned.cache.StaleReason;
import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.LocalCache;
import dev.tuned.cache.local.ReadPolicy;
import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.region.Load.End;
import dev.tuned.cache.region.ReadStep.Done;
import dev.tuned.cache.region.ReadStep.Ending;
import dev.tuned.cache.region.ReadStep.Wait;
import dev.tuned.cache.region.ReadStep.Waited;
import dev.tuned.cache.remote.LookupResult;
import dev.tuned.cache.remote.RegionWarnings;
import dev.tuned.cache.store.L2Store;

import static java.util.Objects.requireNonNull;

/**
 * The reads of one region, of one key and of many, with a loader and without, for callers that wait and for those that do
 * not. Concurrent misses of a key make one load, whose value or failure all callers get. What has no copy in L1 its caller
 * loads itself. Reloads of copies run in the background, and who has a stale one waits for that no longer than the soft
 * timeout. Thread-safe.
 */
final class CacheReader {

    /** How long callers wait for another's load before one of them takes it over: the other may be waiting for them. */
    static final Duration MAX_WAIT = Duration.ofSeconds(10);

    private final LocalCache local;
    private final RegionCounters counters;
    private final LoadRegistry loads;
    private final BackgroundExecutor background;
    private final TaskDecorator decorator;
    private final RegionWarnings warnings;
    private final Duration softTimeout;

    CacheReader(
            String region,
            Duration softTimeout,
            LocalCache local,
            LoadRegistry loads,
            BackgroundExecutor background,
            TaskDecorator decorator) {
        this.local = local;
        this.counters = local.counters();
        this.loads = loads;
        this.background = background;
        this.decorator = decorator;
        this.warnings = new RegionWarnings(region);
        this.softTimeout = softTimeout;
    }

    /** How a caller goes on after a read. */
    enum Caller {
        /** It waits for the result. It executes its loads itself, before its read ends. */
        WAITING,
        /** It gets a future. Its thread may block, so that it executes its loads itself, too. */
        BLOCKING,
        /** It gets a future. Its loads are executed on another thread. */
        NON_BLOCKING
    }

    /** Begins to read a key without a loader. L2 is asked before this returns, so that several reads wait for it together. */
    ReadStep<LookupResult> find(Object key, ReadPolicy policy) {
        return new Lookup(policy).begin(key);
    }

    /** What L2 has; nothing where it was not asked. */
    static ReadStep<LookupResult> result(@Nullable L2Read read) {
        return (read != null)
                ? new Wait<>(read.answered(), waited -> new Done<>(read.result()))
                : new Done<>(LookupResult.ABSENT);
    }

    /** Begins to read a key with a loader. */
    <K> ReadStep<@Nullable Object> load(K key, Loader<K> loader, ReadPolicy policy, Caller caller) {
        LoadingRead<K> read = new LoadingRead<>(loader, policy, caller);
        ReadStep<@Nullable Object> step = read.claimOrJoin(key);
        read.executeLoads();
        return step;
    }

    /** As {@link #load}, for several keys: the loader is called once for those that are missing. */
    <K> Map<K, ReadStep<@Nullable Object>> loadAll(Set<K> keys, Loader<K> loader, ReadPolicy policy, Caller caller) {
        LoadingRead<K> read = new LoadingRead<>(loader, policy, caller);
        Map<K, ReadStep<@Nullable Object>> steps = new LinkedHashMap<>();
        for (K key : keys) {
            steps.put(key, read.claimOrJoin(key));
        }
        read.executeLoads();
        return steps;
    }

    /** What a read does with the entry that it finds; both kinds of reads decide it here. */
    private abstract class Read<K, T extends @Nullable Object> {

        final ReadPolicy policy;

        Read(ReadPolicy policy) {
            this.policy = policy;
        }

        /** Looks at L1, and begins what is necessary. */
        final ReadStep<T> begin(K key) {
            Entry entry = local.servable(key, policy);
            if (entry == null) {
                return miss(key);
            }
            long now = local.now();
            if (entry.isFresh(now) || !policy.stale()) {
                // Of all that find the entry due, one has it reloaded.
                if (policy.refreshAhead() && entry.claim(now) && !refresh(key, entry)) {
                    entry.pause(local.now());
                }
                return served(entry.value());
            }
            return entry.isDue(now) ? reload(key, entry) : stale(key, entry, StaleReason.BACKOFF, null);
        }

        /** The stale copy, or another result if its key has been changed meanwhile. */
        final ReadStep<T> stale(K key, Entry copy, StaleReason reason, @Nullable Load reload) {
            return local.isServedStale(copy, reason) ? served(copy.value()) : changed(key, reload);
        }

        /** The read ends with the value of an entry. */
        abstract ReadStep<T> served(@Nullable Object value);

        abstract ReadStep<T> miss(K key);

        /** Reloads a fresh entry in the background; whether there is room for that. */
        abstract boolean refresh(K key, Entry entry);

        /** Reloads a stale entry, for which the read waits no longer than the soft timeout. */
        abstract ReadStep<T> reload(K key, Entry copy);

        /** The key of a stale copy has been changed while it was reloaded. */
        abstract ReadStep<T> changed(K key, @Nullable Load reload);
    }

    /** Runs a task when L2 has answered, in the background, or the other where that has no room. */
    private void inBackground(CompletableFuture<?> answered, Runnable task, Runnable rejected) {
        var unused = answered.thenRun(() -> {
            if (!background.start(task)) {
                rejected.run();
            }
        });
    }

    /** A read without a loader: L2 alone may have another value. */
    private final class Lookup extends Read<Object, LookupResult> {

        Lookup(ReadPolicy policy) {
            super(policy);
        }

        @Override
        ReadStep<LookupResult> served(@Nullable Object value) {
            return new Done<>(LookupResult.of(value));
        }

        @Override
        ReadStep<LookupResult> miss(Object key) {
            return CacheReader.result(loads.read(key));
        }

        @Override
        boolean refresh(Object key, Entry entry) {
            L2Read read = background.isFull() ? null : loads.read(key);
            if (read == null) {
                return false;
            }
            counters.refreshes.increment();
            inBackground(read.answered(), () -> refreshed(key, entry, read.result()), () -> entry.pause(local.now()));
            return true;
        }

        private void refreshed(Object key, Entry entry, LookupResult result) {
            if (result.isUnavailable()) {
                entry.pause(local.now());
            } else if (!result.isFound() && entry.cas() != L2Store.NO_CAS) {
                // It was in L2 and is no more. What has never been there stays until its TTL has passed.
                local.remove(key, entry);
            }
        }

        @Override
        ReadStep<LookupResult> reload(Object key, Entry copy) {
            L2Read read = loads.read(key);
            if (read == null) {
                return new Done<>(LookupResult.ABSENT);
            }
            return new Wait<>(read.answered(), softTimeout, null, waited -> {
                if (waited == Waited.TOO_LONG) {
                    inBackground(read.answered(), read::result, () -> {});
                    return stale(key, copy, StaleReason.TIMEOUT, null);
                }
                LookupResult result = read.result();
                if (result.isUnavailable()) {
                    copy.pause(local.now());
                    return stale(key, copy, StaleReason.ERROR, null);
                }
                if (!result.isFound()) {
                    local.remove(key, copy);
                }
                return new Done<>(result);
            });
        }

        @Override
        ReadStep<LookupResult> changed(Object key, @Nullable Load reload) {
            return begin(key);
        }
    }

    /**
     * A read with a loader: the loads that it executes, and those that it has executed in the background, with its context, by
     * one call of the loader.
     */
    private final class LoadingRead<K> extends Read<K, @Nullable Object> {

        private final Loader<K> loader;
        private final Caller caller;
        // Most reads are of one key.
        private final Map<K, Load> claimed = new LinkedHashMap<>(2);
        private final Map<K, Load> reloads = new LinkedHashMap<>(2);
        private Map<K, L2Read> reads = Map.of();
        private @Nullable Runnable reloading;

        LoadingRead(Loader<K> loader, ReadPolicy policy, Caller caller) {
            super(policy);
            this.loader = loader;
            this.caller = caller;
        }

        /** Looks for one key and claims its load if no other read has; {@link #executeLoads()} follows. */
        ReadStep<@Nullable Object> claimOrJoin(K key) {
            try {
                return begin(key);
            } catch (Throwable ex) {
                loads.fail(claimed, ex);
                dropReloads();
                throw ex;
            }
        }

        /** Executes what has been claimed. */
        void executeLoads() {
            if (!reloads.isEmpty()) {
                submitReloads();
            }
            if (claimed.isEmpty()) {
                return;
            }
            if (caller == Caller.NON_BLOCKING) {
                loads.executeLater(claimed, loader, decorator, background.asynchronous());
            } else {
                loads.failOnThrow(claimed, () -> loads.execute(claimed, loads.readL2(claimed), loader));
            }
        }

        @Override
        ReadStep<@Nullable Object> served(@Nullable Object value) {
            return new Done<>(value);
        }

        @Override
        ReadStep<@Nullable Object> miss(K key) {
            return claimOrJoin(key, loads.join(key));
        }

        private ReadStep<@Nullable Object> claimOrJoin(K key, Load load) {
            if (load.claim(loader, (caller == Caller.WAITING) ? Owner.current() : null)) {
                claimed.put(key, load);
                return new Ending(load);
            }
            counters.joined.increment();
            return (load.thread() == Thread.currentThread())
                    ? callLoader(key)
                    : new Wait<>(load.result(), MAX_WAIT, load, waited -> joined(key, load, waited));
        }

        private ReadStep<@Nullable Object> joined(K key, Load load, Waited waited) {
            if (waited == Waited.FOR_ITSELF) {
                return callLoader(key);
            }
            if (waited == Waited.TOO_LONG) {
                // Of those who have waited too long one executes the load in another's place, and the rest wait for
                // that.
                LoadingRead<K> read = new LoadingRead<>(loader, policy, caller);
                ReadStep<@Nullable Object> step = read.claimOrJoin(key, loads.takeOver(key, load));
                read.executeLoads();
                return orValue(load, step);
            }
            return load.end().wasDropped() ? again(key) : new Ending(load);
        }

        /** A step that waits in the place of a load that takes long, which may have a value before. */
        private ReadStep<@Nullable Object> orValue(Load late, ReadStep<@Nullable Object> step) {
            if (!(step instanceof Wait<@Nullable Object> wait)) {
                return step;
            }
            CompletableFuture<?> first = CompletableFuture.anyOf(late.result(), wait.until());
            return new Wait<>(first, wait.limit(), wait.load(), waited -> {
                if (waited == Waited.ENDED && !wait.until().isDone()) {
                    return (late.end().failure() == null) ? new Ending(late) : wait;
                }
                return orValue(late, wait.next().after(waited));
            });
        }

        /** The same key once more, where the loader has not been called for it. */
        private ReadStep<@Nullable Object> again(K key) {
            return load(key, loader, policy, caller);
        }

        /** The value of the loader itself, which is not kept. */
        private ReadStep<@Nullable Object> callLoader(K key) {
            CompletableFuture<? extends Map<K, ? extends @Nullable Object>> loading =
                    loads.callLoader(loader, Set.of(key));
            return new Wait<>(
                    loading, waited -> new Done<>(LoadRegistry.valuesOf(loading).get(key)));
        }

        @Override
        boolean refresh(K key, Entry entry) {
            Load reload = reloadInBackground(key, entry);
            if (reload != null && reload.basis() == entry) {
                counters.refreshes.increment();
            }
            return reload != null;
        }

        @Override
        ReadStep<@Nullable Object> reload(K key, Entry copy) {
            Load reload = reloadInBackground(key, copy);
            if (reload == null) {
                return stale(key, copy, copy.isDue(local.now()) ? StaleReason.BUSY : StaleReason.BACKOFF, null);
            }
            if (reload.thread() == Thread.currentThread()) {
                // Waiting for a load that waits for this thread would use up the time for nothing.
                return stale(key, copy, StaleReason.TIMEOUT, reload);
            }
            return new Wait<>(reload.result(), softTimeout, null, waited -> {
                if (waited == Waited.TOO_LONG) {
                    return stale(key, copy, StaleReason.TIMEOUT, reload);
                }
                End end = reload.end();
                if (end.failure() == null) {
                    return new Done<>(end.value());
                }
                return stale(key, copy, end.wasDropped() ? StaleReason.BUSY : StaleReason.ERROR, reload);
            });
        }

        /** The value of the reload, where that has called a loader that must not be called again, else what there is now. */
        @Override
        ReadStep<@Nullable Object> changed(K key, @Nullable Load reload) {
            return (reload != null && !loader.isRepeatable() && reload.isClaimedBy(loader))
                    ? new Ending(reload)
                    : again(key);
        }

        /** The load that runs for this entry, else one in the background; {@code null} if there is no room for that. */
        private @Nullable Load reloadInBackground(K key, Entry entry) {
            Load running = loads.running(key);
            if (running != null) {
                return running;
            }
            if (!hasRoom()) {
                return null;
            }
            Owner.requireRoom();
            Load load = new Load(local.versions().stamp(key), entry);
            Load faster = loads.register(key, load);
            if (faster != null) {
                return faster;
            }
            reloads.put(key, load);
            return load;
        }

        /** Whether there is room in the background, and the caller's context can be carried over. */
        private boolean hasRoom() {
            if (reloading == null && !background.isFull()) {
                try {
                    reloading = decorator.decorate(this::executeReloads);
                } catch (Throwable ex) {
                    // The caller has a copy, and no part in this.
                    warnings.reloadFailed(ex);
                }
            }
            return reloading != null;
        }

        private void submitReloads() {
            loads.failOnThrow(reloads, () -> {
                reads = loads.readL2(reloads);
                inBackground(LoadRegistry.allAnswered(reads), this::runReloading, this::dropReloads);
            });
        }

        private void runReloading() {
            try {
                requireNonNull(reloading).run();
            } catch (Throwable ex) {
                warnings.reloadFailed(ex);
            } finally {
                dropReloads();
            }
        }

        /** Executes the reloads that no caller has claimed and no change has made void. */
        private void executeReloads() {
            Map<K, Load> needed = new LinkedHashMap<>();
            reloads.forEach((key, load) -> {
                Entry copy = load.basis();
                boolean isNeeded = loads.running(key) == load && copy != null && !copy.isDropped();
                if (isNeeded && load.claim(loader, null)) {
                    needed.put(key, load);
                    var unused = load.result().exceptionally(error -> {
                        warnings.reloadFailed(error);
                        return null;
                    });
                }
            });
            loads.execute(needed, reads, loader);
        }

        private void dropReloads() {
            reloads.forEach(loads::dropUnclaimed);
        }
    }
}
