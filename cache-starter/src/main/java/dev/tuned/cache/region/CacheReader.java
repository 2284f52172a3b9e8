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
        /** It waits for the result. It makes its loads itself, before its read ends. */
        WAITING,
        /** It gets a future. Its thread may block, so that it makes its loads itself, too. */
        BLOCKING,
        /** It gets a future. Its loads are made on another thread. */
        NON_BLOCKING
    }

    /** Begins to read a key without a loader. L2 is asked before this returns, so that several reads wait for it together. */
    ReadStep<LookupResult> find(Object key, ReadPolicy policy) {
        Entry entry = local.servable(key, policy);
        if (entry == null) {
            return result(loads.read(key));
        }
        long now = local.now();
        if (entry.isFresh(now) || !policy.stale()) {
            if (policy.refreshAhead() && entry.isDue(now)) {
                refresh(key, entry);
            }
            return new Done<>(LookupResult.of(entry.value()));
        }
        return entry.isDue(now) ? reload(key, entry, policy) : stale(key, entry, StaleReason.BACKOFF, policy);
    }

    /** What L2 has; nothing where it was not asked. */
    static ReadStep<LookupResult> result(@Nullable L2Read read) {
        return (read != null)
                ? new Wait<>(read.answered(), waited -> new Done<>(read.result()))
                : new Done<>(LookupResult.ABSENT);
    }

    /** The stale copy, or what there is now if its key was changed meanwhile. */
    private ReadStep<LookupResult> stale(Object key, Entry copy, StaleReason reason, ReadPolicy policy) {
        return local.isServedStale(copy, reason) ? new Done<>(LookupResult.of(copy.value())) : find(key, policy);
    }

    private ReadStep<LookupResult> reload(Object key, Entry copy, ReadPolicy policy) {
        L2Read read = loads.read(key);
        if (read == null) {
            return new Done<>(LookupResult.ABSENT);
        }
        return new Wait<>(read.answered(), softTimeout, null, waited -> {
            if (waited == Waited.TOO_LONG) {
                inBackground(read, read::result, () -> {});
                return stale(key, copy, StaleReason.TIMEOUT, policy);
            }
            LookupResult result = read.result();
            if (result.isUnavailable()) {
                copy.pause(local.now());
                return stale(key, copy, StaleReason.ERROR, policy);
            }
            if (!result.isFound()) {
                local.remove(key, copy);
            }
            return new Done<>(result);
        });
    }

    private void inBackground(L2Read read, Runnable task, Runnable rejected) {
        var unused = read.answered().thenRun(() -> {
            if (!background.start(task)) {
                rejected.run();
            }
        });
    }

    /** Of all that find the entry due, one asks L2. */
    private void refresh(Object key, Entry copy) {
        if (!copy.claim(local.now())) {
            return;
        }
        L2Read read = background.isFull() ? null : loads.read(key);
        if (read == null) {
            copy.pause(local.now());
            return;
        }
        counters.refreshes.increment();
        inBackground(read, () -> refreshed(key, copy, read.result()), () -> copy.pause(local.now()));
    }

    private void refreshed(Object key, Entry copy, LookupResult result) {
        if (result.isUnavailable()) {
            copy.pause(local.now());
        } else if (!result.isFound() && copy.cas() != L2Store.NO_CAS) {
            // It was in L2 and is no more. What has never been there stays until its TTL has passed.
            local.remove(key, copy);
        }
    }

    /** Begins to read a key with a loader. */
    <K> ReadStep<@Nullable Object> load(K key, Loader<K> loader, ReadPolicy policy, Caller caller) {
        Call<K> call = new Call<>(loader, policy, caller);
        ReadStep<@Nullable Object> step = call.step(key);
        call.begin();
        return step;
    }

    /** As {@link #load}, for several keys: the loader is called once for those that are missing. */
    <K> Map<K, ReadStep<@Nullable Object>> loadAll(Set<K> keys, Loader<K> loader, ReadPolicy policy, Caller caller) {
        Call<K> call = new Call<>(loader, policy, caller);
        Map<K, ReadStep<@Nullable Object>> steps = new LinkedHashMap<>();
        for (K key : keys) {
            steps.put(key, call.step(key));
        }
        call.begin();
        return steps;
    }

    /**
     * One read with a loader: the loads that it makes, and those that it has made in the background, with its context, by one
     * call of the loader.
     */
    private final class Call<K> {

        private final Loader<K> loader;
        private final ReadPolicy policy;
        private final Caller caller;
        private final Map<K, Load> claimed = new LinkedHashMap<>();
        private final Map<K, Load> reloads = new LinkedHashMap<>();
        private Map<K, L2Read> asked = Map.of();
        private @Nullable Runnable reloading;

        Call(Loader<K> loader, ReadPolicy policy, Caller caller) {
            this.loader = loader;
            this.policy = policy;
            this.caller = caller;
        }

        /** Looks for one key and takes on its load if it is not claimed; {@link #begin()} follows. */
        ReadStep<@Nullable Object> step(K key) {
            try {
                Entry entry = local.servable(key, policy);
                if (entry == null) {
                    return loadOrJoin(key, loads.join(key));
                }
                long now = local.now();
                if (entry.isFresh(now) || !policy.stale()) {
                    if (policy.refreshAhead() && entry.isDue(now)) {
                        refresh(key, entry);
                    }
                    return new Done<>(entry.value());
                }
                return entry.isDue(now)
                        ? reloaded(key, entry, reload(key, entry))
                        : stale(key, entry, StaleReason.BACKOFF, null);
            } catch (Throwable ex) {
                loads.failed(claimed, ex);
                giveUp();
                throw ex;
            }
        }

        /** Makes what has been taken on. */
        void begin() {
            if (!reloads.isEmpty()) {
                submit();
            }
            if (claimed.isEmpty()) {
                return;
            }
            if (caller == Caller.NON_BLOCKING) {
                loads.makeLater(claimed, loader, decorator, background.asynchronous());
            } else {
                loads.failOnThrow(claimed, () -> loads.make(claimed, loads.ask(claimed), loader));
            }
        }

        /** The same key once more, where the loader has not been called for it. */
        private ReadStep<@Nullable Object> again(K key) {
            return load(key, loader, policy, caller);
        }

        private ReadStep<@Nullable Object> loadOrJoin(K key, Load load) {
            if (load.claim(loader, (caller == Caller.WAITING) ? Owner.current() : null)) {
                claimed.put(key, load);
                return new Ending(load);
            }
            counters.joined.increment();
            return (load.thread() == Thread.currentThread())
                    ? called(key)
                    : new Wait<>(load.result(), MAX_WAIT, load, waited -> joined(key, load, waited));
        }

        private ReadStep<@Nullable Object> joined(K key, Load load, Waited waited) {
            if (waited == Waited.FOR_ITSELF) {
                return called(key);
            }
            if (waited == Waited.TOO_LONG) {
                // Of those who have waited too long one makes the load in another's place, and the rest wait for that.
                Call<K> call = new Call<>(loader, policy, caller);
                ReadStep<@Nullable Object> step = call.loadOrJoin(key, loads.takeOver(key, load));
                call.begin();
                return step;
            }
            return load.end().wasNotMade() ? again(key) : new Ending(load);
        }

        /** The value of the loader itself, which is not kept. */
        private ReadStep<@Nullable Object> called(K key) {
            CompletableFuture<? extends Map<K, ? extends @Nullable Object>> loading = loads.called(loader, Set.of(key));
            return new Wait<>(
                    loading, waited -> new Done<>(LoadRegistry.values(loading).get(key)));
        }

        /** What a caller with a stale copy gets, when its reload has ended or takes too long. */
        private ReadStep<@Nullable Object> reloaded(K key, Entry copy, @Nullable Load reload) {
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
                return stale(key, copy, end.wasNotMade() ? StaleReason.BUSY : StaleReason.ERROR, reload);
            });
        }

        /**
         * The stale copy. If its key has been changed meanwhile, the value of the reload, where that has called a loader
         * that must not be called again, else what there is now.
         */
        private ReadStep<@Nullable Object> stale(K key, Entry copy, StaleReason reason, @Nullable Load reload) {
            if (local.isServedStale(copy, reason)) {
                return new Done<>(copy.value());
            }
            return (reload != null && !loader.isRepeatable() && reload.isMadeBy(loader))
                    ? new Ending(reload)
                    : again(key);
        }

        /** Of all that find the entry due, one has it reloaded. */
        private void refresh(K key, Entry entry) {
            if (!entry.claim(local.now())) {
                return;
            }
            Load reload = reload(key, entry);
            if (reload == null) {
                entry.pause(local.now());
            } else if (reload.basis() == entry) {
                counters.refreshes.increment();
            }
        }

        /** The load that runs for this entry, else one in the background; {@code null} if there is no room for that. */
        private @Nullable Load reload(K key, Entry entry) {
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
                    reloading = decorator.decorate(this::make);
                } catch (Throwable ex) {
                    // The caller has a copy, and no part in this.
                    warnings.reloadFailed(ex);
                }
            }
            return reloading != null;
        }

        private void submit() {
            loads.failOnThrow(reloads, () -> {
                asked = loads.ask(reloads);
                var unused = LoadRegistry.answered(asked).thenRun(() -> {
                    if (!background.start(this::run)) {
                        giveUp();
                    }
                });
            });
        }

        private void run() {
            try {
                requireNonNull(reloading).run();
            } catch (Throwable ex) {
                warnings.reloadFailed(ex);
            } finally {
                giveUp();
            }
        }

        /** Makes the reloads that no caller has made and no change has made void. */
        private void make() {
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
            loads.make(needed, asked, loader);
        }

        private void giveUp() {
            reloads.forEach(loads::giveUp);
        }
    }
}
