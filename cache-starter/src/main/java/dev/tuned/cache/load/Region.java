/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.load;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;
import org.springframework.core.task.TaskDecorator;
import org.springframework.util.function.SingletonSupplier;

import dev.tuned.cache.NearCache;
import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.load.LoadsInFlight.Waiters;
import dev.tuned.cache.load.RemoteReads.Read;
import dev.tuned.cache.local.LocalEntry;
import dev.tuned.cache.local.LocalLevel;
import dev.tuned.cache.local.ReadPolicy;
import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.local.WriteGuard;
import dev.tuned.cache.local.WriteGuard.Stamp;
import dev.tuned.cache.remote.RemoteLevel;
import dev.tuned.cache.store.Failures;

import static java.util.Objects.requireNonNull;

/**
 * One region of the near cache: what Spring's {@code Cache} and {@link NearCache} have in common. Thread-safe.
 *
 * <p>Concurrent misses of one key through the methods with a loader make one load, whose value or failure all of them
 * get. A change wins over every load and every stale copy from before it. L2 fails no call that has a loader.
 */
public final class Region {

    private final String name;
    private final RegionSettings settings;
    private final RegionCounters counters = new RegionCounters();
    private final LocalLevel local;
    private final Supplier<Optional<RemoteLevel>> remote;
    private final RemoteReads reads;
    private final LoadsInFlight loads;
    private final CacheReader reader;
    private final CacheLoader loader;
    private final CacheWriter writer;
    private final WriteGuard guard;
    private final LoadRunner runner;
    private final BackgroundExecutor background;
    private final TaskDecorator decorator;

    /**
     * Creates an empty region.
     *
     * @param name its name, as in {@code @Cacheable("name")}
     * @param shared what all regions of a manager have in common
     * @param remote creates L2, if the region has one; called once, on first use
     */
    public Region(String name, RegionSettings settings, Shared shared, Function<String, Optional<RemoteLevel>> remote) {
        this.name = name;
        this.settings = settings;
        this.background = shared.background();
        this.guard = new WriteGuard(shared.ticker());
        this.local = new LocalLevel(settings, counters, shared.ticker(), guard, shared.invalidations());
        this.remote = SingletonSupplier.of(() -> remote.apply(name));
        this.reads = new RemoteReads(this::l2, local, guard, counters);
        this.loads = new LoadsInFlight(shared.waiters(), guard);
        this.runner = new LoadRunner(local, guard, counters, reads, loads, this::l2);
        this.reader = new CacheReader(
                local, reads, counters, background, settings.getL2().getSoftTimeout());
        this.decorator = shared.decorators().apply(name);
        this.loader = new CacheLoader(name, settings, local, guard, counters, loads, runner, background, decorator);
        this.writer =
                new CacheWriter(name, counters, local, guard, reads, loads, runner, this::l2, shared.invalidations());
    }

    /**
     * What all regions of a manager have in common.
     *
     * @param waiters which threads wait for which loads
     * @param background runs reloads
     * @param decorators gives each region what wraps the tasks that call its loaders
     * @param invalidations notifies other processes of changes
     */
    public record Shared(
            Ticker ticker,
            Waiters waiters,
            BackgroundExecutor background,
            Function<String, TaskDecorator> decorators,
            InvalidationChannel invalidations) {}

    private @Nullable RemoteLevel l2() {
        return requireNonNull(remote.get()).orElse(null);
    }

    public String name() {
        return name;
    }

    public RegionSettings settings() {
        return settings;
    }

    /** The Caffeine cache that is L1. Its values are not the cached ones. */
    public Cache<Object, ?> nativeCache() {
        return local.cache();
    }

    /** Whether L1 holds anything, after what may no longer be served is gone. */
    public boolean isHolding() {
        return local.isHolding();
    }

    public RegionCounters counters() {
        return counters;
    }

    /** What the region remembers of keys beside L1: loads, reads and changes that have not come to their end. */
    public int pendingCount() {
        RemoteLevel level = l2();
        return loads.size() + reads.size() + ((level != null) ? level.unconfirmed() : 0);
    }

    /** Whether values are kept in L2, as far as their type has been looked at. */
    public boolean isRemote() {
        RemoteLevel level = l2();
        return level != null && level.isTyped();
    }

    /**
     * What L1 may serve at once, with nothing else to be done; counted, and nothing is allocated. Every other method
     * that reads one key is called after it and does not count again.
     */
    @Nullable
    public LocalEntry hit(Object key, ReadPolicy policy) {
        return local.hit(key, policy);
    }

    /** What L1 or L2 has, without a loader. */
    public LookupResult find(Object key, ReadPolicy policy) {
        Caller.Synchronous caller = new Caller.Synchronous();
        return caller.await(reader.find(key, policy, caller));
    }

    /** As {@link #find}, without blocking; {@code null} if L2 has not to be asked to know that there is nothing. */
    @Nullable
    public CompletableFuture<LookupResult> findLater(Object key, ReadPolicy policy) {
        return (isRemote() || local.fresh(key) != null) ? reader.find(key, policy, asynchronous()) : null;
    }

    /**
     * A read whose caller will load what it does not find, and {@linkplain #keep} it.
     *
     * @param stamp the moment before it: what is changed afterwards wins
     * @param read what L2 is asked; {@code null} if it is not, or if there is something in L1
     */
    public record Miss(Object key, Stamp stamp, @Nullable Read read) {}

    /** Begins such a read, after a {@link #hit} that was none. */
    public Miss miss(Object key) {
        Stamp stamp = guard.stamp(requireNonNull(key));
        return new Miss(key, stamp, (local.copy(key) == null) ? reads.start(key) : null);
    }

    /** As {@link #find(Object, ReadPolicy)}. */
    public LookupResult find(Miss miss, ReadPolicy policy) {
        if (miss.read() == null) {
            return find(miss.key(), policy);
        }
        Caller.Synchronous caller = new Caller.Synchronous();
        return caller.await(miss.read().result(caller));
    }

    /** As {@link #findLater(Object, ReadPolicy)}. */
    @Nullable
    public CompletableFuture<LookupResult> findLater(Miss miss, ReadPolicy policy) {
        return (miss.read() != null) ? miss.read().result(asynchronous()) : findLater(miss.key(), policy);
    }

    private Caller asynchronous() {
        return new Caller.Asynchronous(background, decorator, false);
    }

    /** Keeps what the caller has loaded after a miss. That changes nothing: it is reported to nobody, and no change is lost. */
    public void keep(Miss miss, @Nullable Object value) {
        runner.keep(miss.key(), miss.stamp(), value, miss.read());
    }

    /** What L1 or L2 has for several keys, in their order; L2 is asked for all before an answer is waited for. Counts. */
    public <K> Map<K, LookupResult> findAll(Collection<? extends K> keys, ReadPolicy policy) {
        Caller.Synchronous caller = new Caller.Synchronous();
        Map<K, CompletableFuture<LookupResult>> found = new LinkedHashMap<>();
        for (K key : unique(keys)) {
            LocalEntry entry = local.hit(key, policy);
            found.put(
                    key,
                    (entry != null)
                            ? CompletableFuture.completedFuture(LookupResult.of(entry.value()))
                            : reader.find(key, policy, caller));
        }
        caller.awaitAll(found.values());
        Map<K, LookupResult> results = new LinkedHashMap<>();
        found.forEach((key, result) -> results.put(key, result.join()));
        return results;
    }

    /**
     * What L1 or L2 has, else what the loader gives: on this thread, unless it reloads a stale copy.
     *
     * @throws Throwable what the loader threw, for each who waited for it
     */
    public <K> @Nullable Object load(K key, Loader<K> valueLoader, ReadPolicy policy) throws Throwable {
        return loader.loadHere(key, valueLoader, policy);
    }

    /** As {@link #load}, without waiting for the value. Where this thread may block, the loader runs on it. */
    public CompletableFuture<?> loadLater(Object key, Loader<Object> valueLoader, ReadPolicy policy) {
        Caller caller = new Caller.Asynchronous(background, decorator, BlockingSupport.isAllowed());
        CompletableFuture<@Nullable Object> value = new CompletableFuture<>();
        var unused = requireNonNull(
                        loader.load(Set.of(key), valueLoader, policy, caller).get(key))
                .whenComplete((loaded, error) -> {
                    if (error != null) {
                        value.completeExceptionally(Failures.cause(error));
                    } else {
                        value.complete(loaded);
                    }
                });
        return value;
    }

    /**
     * As {@link #findAll}, and what is missing comes from one call of the loader. Keys that it leaves out are kept as
     * {@code null}.
     *
     * @return a value or {@code null} for each key, in the order of the keys
     */
    public <K> Map<K, @Nullable Object> loadAll(
            Collection<? extends K> keys, Loader<K> valueLoader, ReadPolicy policy) {
        Owner owner = Owner.current();
        int outer = owner.depth;
        owner.depth = outer + 1;
        try {
            return loadAllHere(keys, valueLoader, policy);
        } finally {
            owner.depth = outer;
        }
    }

    private <K> Map<K, @Nullable Object> loadAllHere(
            Collection<? extends K> keys, Loader<K> valueLoader, ReadPolicy policy) {
        Caller.Synchronous caller = new Caller.Synchronous();
        Map<K, @Nullable Object> results = new LinkedHashMap<>();
        Set<K> missing = new LinkedHashSet<>();
        for (K key : unique(keys)) {
            LocalEntry entry = local.hit(key, policy);
            results.put(key, (entry != null) ? entry.value() : null);
            if (entry == null) {
                missing.add(key);
            }
        }
        Map<K, CompletableFuture<@Nullable Object>> loaded = loader.load(missing, valueLoader, policy, caller);
        // Also after a failure: this thread makes loads that others wait for.
        caller.awaitAll(loaded.values());
        loaded.forEach((key, value) -> results.put(key, value.join()));
        return results;
    }

    private static <K> Set<K> unique(Collection<? extends K> keys) {
        Set<K> unique = new LinkedHashSet<>();
        keys.forEach(key -> unique.add(requireNonNull(key, "A key is null")));
        return unique;
    }

    /** Changes the region. */
    public CacheWriter writer() {
        return writer;
    }
}
