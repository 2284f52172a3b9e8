/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.load;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.jspecify.annotations.Nullable;
import org.springframework.core.task.TaskDecorator;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.StaleReason;
import dev.tuned.cache.load.Load.Ended;
import dev.tuned.cache.load.Load.NotMadeException;
import dev.tuned.cache.load.RemoteReads.Read;
import dev.tuned.cache.local.LocalEntry;
import dev.tuned.cache.local.LocalLevel;
import dev.tuned.cache.local.LocalLevel.Lookup;
import dev.tuned.cache.local.LocalLevel.State;
import dev.tuned.cache.local.ReadPolicy;
import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.local.WriteGuard;
import dev.tuned.cache.remote.RegionWarnings;
import dev.tuned.cache.store.Failures;

import static java.util.Objects.requireNonNull;

/**
 * The reads of one region with a loader, the same way for one key and for many. Concurrent misses of a key make one load,
 * whose value or failure all callers get. What has no copy in L1 its caller loads itself. Reloads of copies run in the
 * background, and who has a stale one waits for that no longer than the soft timeout. Thread-safe.
 */
final class CacheLoader {

    /** How long callers wait for another's load before one of them takes it over: the other may be waiting for them. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final LocalLevel local;
    private final WriteGuard guard;
    private final RegionCounters counters;
    private final LoadsInFlight loads;
    private final LoadRunner runner;
    private final BackgroundExecutor background;
    private final TaskDecorator decorator;
    private final RegionWarnings warnings;
    private final Duration softTimeout;

    CacheLoader(
            String region,
            RegionSettings settings,
            LocalLevel local,
            WriteGuard guard,
            RegionCounters counters,
            LoadsInFlight loads,
            LoadRunner runner,
            BackgroundExecutor background,
            TaskDecorator decorator) {
        this.local = local;
        this.guard = guard;
        this.counters = counters;
        this.loads = loads;
        this.runner = runner;
        this.background = background;
        this.decorator = decorator;
        this.warnings = new RegionWarnings(region);
        this.softTimeout = settings.getL2().getSoftTimeout();
    }

    /** Reads several keys; the loader is called once for those that are missing. */
    <K> Map<K, CompletableFuture<@Nullable Object>> load(
            Set<K> keys, Loader<K> loader, ReadPolicy policy, Caller caller) {
        return new Call<>(loader, policy, caller).load(keys);
    }

    /**
     * Reads one key on this thread, which makes the load if nobody does.
     *
     * @throws Throwable what the loader threw, whatever it is
     */
    <K> @Nullable Object loadHere(K key, Loader<K> loader, ReadPolicy policy) throws Throwable {
        Owner owner = Owner.current();
        int outer = owner.depth;
        owner.depth = outer + 1;
        try {
            if (local.lookup(key, policy).entry() == null) {
                Load load = loads.join(key);
                if (load.claim(loader, owner)) {
                    return runner.makeOwn(key, load, loader);
                }
            }
            return loadOrWait(key, loader, policy);
        } finally {
            owner.depth = outer;
        }
    }

    private <K> @Nullable Object loadOrWait(K key, Loader<K> loader, ReadPolicy policy) throws Throwable {
        Caller.Synchronous caller = new Caller.Synchronous();
        try {
            return caller.await(
                    requireNonNull(load(Set.of(key), loader, policy, caller).get(key)));
        } catch (CompletionException ex) {
            throw Failures.cause(ex);
        }
    }

    /** One call of {@link #load}. */
    private final class Call<K> {

        private final Loader<K> loader;
        private final ReadPolicy policy;
        private final Caller caller;

        Call(Loader<K> loader, ReadPolicy policy, Caller caller) {
            this.loader = loader;
            this.policy = policy;
            this.caller = caller;
        }

        Map<K, CompletableFuture<@Nullable Object>> load(Set<K> keys) {
            Map<K, CompletableFuture<@Nullable Object>> values = new LinkedHashMap<>();
            Map<K, Load> claimed = new LinkedHashMap<>();
            Map<K, LocalEntry> due = new LinkedHashMap<>();
            Map<K, LocalEntry> stale = new LinkedHashMap<>();
            try {
                for (K key : keys) {
                    Lookup found = local.lookup(key, policy);
                    LocalEntry entry = found.entry();
                    if (entry == null) {
                        values.put(key, loadOrJoin(key, claimed));
                        continue;
                    }
                    switch (found.state()) {
                        case STALE_DUE -> stale.put(key, entry);
                        case STALE_BACKOFF -> values.put(key, stale(key, entry, StaleReason.BACKOFF, null));
                        default -> values.put(key, CompletableFuture.completedFuture(entry.value()));
                    }
                    if (found.state() == State.REFRESH_DUE && entry.claim(local.now())) {
                        due.put(key, entry);
                    }
                }
            } catch (Throwable ex) {
                claimed.forEach((key, load) -> runner.failed(key, load, ex));
                throw ex;
            }
            Map<K, Load> reloads = reload(due, stale);
            stale.forEach((key, entry) -> values.put(key, reloaded(key, entry, reloads.get(key))));
            runner.orFail(claimed, () -> runner.make(claimed, runner.ask(claimed.keySet()), loader, caller));
            return values;
        }

        /** The same key once more, where the loader has not been called for it. */
        private CompletableFuture<@Nullable Object> again(K key) {
            return requireNonNull(load(Set.of(key)).get(key));
        }

        private CompletableFuture<@Nullable Object> loadOrJoin(K key, Map<K, Load> claimed) {
            Load load = loads.join(key);
            if (!claim(load)) {
                counters.joined.increment();
                return join(key, load);
            }
            claimed.put(key, load);
            return result(load);
        }

        private boolean claim(Load load) {
            Owner owner = caller.owner();
            return (owner != null) ? load.claim(loader, owner) : load.claim(loader);
        }

        /** Of a load that this call makes. */
        private CompletableFuture<@Nullable Object> result(Load load) {
            return (caller.owner() != null) ? load.result() : load.result().copy();
        }

        /** Of those who have waited too long one makes the load in another's place, and the rest wait for that. */
        private CompletableFuture<@Nullable Object> takeOver(K key, Load late) {
            Load next = loads.takeOver(key, late);
            if (!claim(next)) {
                return join(key, next);
            }
            Map<K, Load> claimed = Map.of(key, next);
            runner.orFail(claimed, () -> runner.make(claimed, runner.ask(Set.of(key)), loader, caller));
            return result(next);
        }

        private CompletableFuture<@Nullable Object> join(K key, Load load) {
            Thread waiting = caller.waiting();
            if (load.thread() == Thread.currentThread() || (waiting != null && !loads.mayWaitFor(load))) {
                return called(key);
            }
            CompletableFuture<Ended> ended = caller.within(load.ended(), LONGEST_WAIT, Ended.NOT_YET);
            if (waiting != null) {
                ended = ended.whenComplete((value, error) -> loads.waitedFor(waiting, load));
            }
            return ended.thenComposeAsync(
                    end -> {
                        if (end.failure() == null) {
                            return CompletableFuture.completedFuture(end.value());
                        }
                        if (end.late()) {
                            return takeOver(key, load);
                        }
                        return end.wasNotMade()
                                ? again(key)
                                : CompletableFuture.failedFuture(Failures.ofLoad(end.failure()));
                    },
                    caller);
        }

        /** The value of the loader itself, which is not kept. */
        private CompletableFuture<@Nullable Object> called(K key) {
            CompletableFuture<@Nullable Object> value = new CompletableFuture<>();
            caller.execute(() -> {
                var unused = runner.called(loader, Set.of(key)).whenComplete((values, error) -> {
                    if (error != null) {
                        value.completeExceptionally(Failures.ofLoad(error));
                    } else {
                        value.complete(values.get(key));
                    }
                });
            });
            return value;
        }

        /** What a caller with a stale copy gets, when its reload has ended or takes too long. */
        private CompletableFuture<@Nullable Object> reloaded(K key, LocalEntry copy, @Nullable Load reload) {
            if (reload == null) {
                return stale(key, copy, copy.isDue(local.now()) ? StaleReason.BUSY : StaleReason.BACKOFF, null);
            }
            if (reload.thread() == Thread.currentThread()) {
                // Waiting for a load that waits for this thread would use up the time for nothing.
                return stale(key, copy, StaleReason.TIMEOUT, reload);
            }
            return caller.within(reload.ended(), softTimeout, Ended.NOT_YET)
                    .thenComposeAsync(
                            end -> {
                                if (end.failure() == null) {
                                    return CompletableFuture.completedFuture(end.value());
                                }
                                StaleReason failed = end.wasNotMade() ? StaleReason.BUSY : StaleReason.ERROR;
                                return stale(key, copy, end.late() ? StaleReason.TIMEOUT : failed, reload);
                            },
                            caller);
        }

        /**
         * The stale copy. If its key has been changed meanwhile, the value of the reload, where that has called a loader
         * that must not be called again, else what there is now.
         */
        private CompletableFuture<@Nullable Object> stale(
                K key, LocalEntry copy, StaleReason reason, @Nullable Load reload) {
            if (local.isServedStale(copy, reason)) {
                return CompletableFuture.completedFuture(copy.value());
            }
            return (reload != null && !loader.isRepeatable() && reload.isMadeBy(loader))
                    ? reload.result().copy()
                    : again(key);
        }

        /** Reloads entries in the background, together; the loads of those that are reloaded, by whomever. */
        private Map<K, Load> reload(Map<K, LocalEntry> due, Map<K, LocalEntry> stale) {
            Map<K, LocalEntry> entries = new LinkedHashMap<>(due);
            entries.putAll(stale);
            if (entries.isEmpty()) {
                return Map.of();
            }
            Map<K, Load> started = new LinkedHashMap<>();
            Map<K, Read> asked = new LinkedHashMap<>();
            Runnable task = decorated(() -> reloadHere(started, asked));
            Map<K, Load> running = new LinkedHashMap<>();
            entries.forEach((key, entry) -> {
                Load load = new Load(guard.stamp(key), entry);
                Load present = (task != null) ? loads.register(key, load) : loads.running(key);
                if (present != null) {
                    running.put(key, present);
                } else if (task != null) {
                    running.put(key, load);
                    started.put(key, load);
                } else if (due.containsKey(key)) {
                    entry.pause(local.now());
                }
            });
            if (task != null && !started.isEmpty()) {
                counters.refreshes.add(
                        started.keySet().stream().filter(due::containsKey).count());
                submit(started, asked, task);
            }
            return running;
        }

        /** The task with its caller's context; {@code null} if there is no room for it, or no context. */
        private @Nullable Runnable decorated(Runnable task) {
            if (background.isFull()) {
                return null;
            }
            try {
                return decorator.decorate(task);
            } catch (Throwable ex) {
                // The caller has a copy, and no part in this.
                warnings.reloadFailed(ex);
                return null;
            }
        }

        private void submit(Map<K, Load> started, Map<K, Read> asked, Runnable task) {
            runner.orFail(started, () -> {
                asked.putAll(runner.ask(started.keySet()));
                var unused = LoadRunner.answered(asked).thenRun(() -> {
                    if (!background.start(() -> run(task, started))) {
                        notMade(started);
                    }
                });
            });
        }

        private void run(Runnable task, Map<K, Load> started) {
            try {
                task.run();
            } catch (Throwable ex) {
                warnings.reloadFailed(ex);
            } finally {
                notMade(started);
            }
        }

        /** Makes the reloads that no caller has made and no change has made void. */
        private void reloadHere(Map<K, Load> started, Map<K, Read> asked) {
            Map<K, Load> claimed = new LinkedHashMap<>();
            started.forEach((key, load) -> {
                LocalEntry copy = load.basis();
                boolean isNeeded = loads.running(key) == load && copy != null && !copy.isDropped();
                if (isNeeded && load.claim(loader)) {
                    claimed.put(key, load);
                    var unused = load.result().exceptionally(error -> {
                        warnings.reloadFailed(Failures.cause(error));
                        return null;
                    });
                }
            });
            runner.makeHere(claimed, asked, loader);
        }

        private void notMade(Map<K, Load> started) {
            started.forEach((key, load) -> {
                if (load.giveUp()) {
                    runner.failed(key, load, new NotMadeException());
                }
            });
        }
    }
}
