/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

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
import dev.tuned.cache.local.Entry;
import dev.tuned.cache.local.LocalCache;
import dev.tuned.cache.local.ReadPolicy;
import dev.tuned.cache.local.RegionCounters;
import dev.tuned.cache.local.Versions.Stamp;
import dev.tuned.cache.region.CacheReader.Caller;
import dev.tuned.cache.region.ReadStep.Done;
import dev.tuned.cache.remote.LookupResult;
import dev.tuned.cache.remote.RemoteCache;
import dev.tuned.cache.store.NonBlockingThreads;

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
    private final LocalCache local;
    private final Supplier<Optional<RemoteCache>> remote;
    private final LoadRegistry loads;
    private final CacheReader reader;
    private final Writer writer;
    private final BackgroundExecutor background;

    /**
     * Creates an empty region.
     *
     * @param name its name, as in {@code @Cacheable("name")}
     * @param shared what all regions of a manager have in common
     * @param remote creates L2, if the region has one; called once, on first use
     */
    public Region(String name, RegionSettings settings, Shared shared, Function<String, Optional<RemoteCache>> remote) {
        this.name = name;
        this.settings = settings;
        this.background = shared.background();
        this.local = new LocalCache(settings, shared.ticker(), shared.invalidations());
        this.remote = SingletonSupplier.of(() -> remote.apply(name));
        this.loads = new LoadRegistry(local, this::l2);
        this.reader = new CacheReader(
                name,
                settings.getL2().getSoftTimeout(),
                local,
                loads,
                background,
                shared.decorators().apply(name));
        this.writer = new Writer(name, local, loads, this::l2, shared.invalidations());
    }

    /**
     * What all regions of a manager have in common.
     *
     * @param background runs reloads
     * @param decorators gives each region what wraps the tasks that call its loaders
     * @param invalidations notifies other processes of changes
     */
    public record Shared(
            Ticker ticker,
            BackgroundExecutor background,
            Function<String, TaskDecorator> decorators,
            InvalidationChannel invalidations) {}

    private @Nullable RemoteCache l2() {
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

    /**
     * Whether anything depends on being notified of what others change: L1 holds something, after what may no longer be
     * served is gone, or a change was made that a clear of another process may have overtaken.
     */
    public boolean isHolding() {
        RemoteCache level = l2();
        return local.isHolding() || (level != null && level.verify());
    }

    public RegionCounters counters() {
        return local.counters();
    }

    /** What the region remembers of keys beside L1: loads, reads and changes that have not come to their end. */
    public int pendingCount() {
        RemoteCache level = l2();
        return loads.size() + ((level != null) ? level.unconfirmed() : 0);
    }

    /** Whether values are kept in L2, as far as their type has been looked at. */
    public boolean isRemote() {
        RemoteCache level = l2();
        return level != null && level.isTyped();
    }

    /**
     * What L1 may serve at once, with nothing else to be done; counted, and nothing is allocated. Every other method
     * that reads one key is called after it and does not count again.
     */
    @Nullable
    public Entry hit(Object key, ReadPolicy policy) {
        return local.hit(key, policy);
    }

    /**
     * What L1 or L2 has, without a loader.
     *
     * @param miss where its caller will load what is not found
     */
    public LookupResult find(Object key, @Nullable Miss miss, ReadPolicy policy) {
        return ReadStep.join(begin(key, miss, policy), loads);
    }

    /** As {@link #find}, without blocking; {@code null} if L2 has not to be asked to know that there is nothing. */
    @Nullable
    public CompletableFuture<LookupResult> findLater(Object key, @Nullable Miss miss, ReadPolicy policy) {
        return (isRemote() || local.fresh(key) != null)
                ? ReadStep.later(waited -> begin(key, miss, policy), background.asynchronous())
                : null;
    }

    private ReadStep<LookupResult> begin(Object key, @Nullable Miss miss, ReadPolicy policy) {
        L2Read begun = (miss != null) ? miss.read() : null;
        return (begun != null) ? CacheReader.result(begun) : reader.find(key, policy);
    }

    /**
     * A read whose caller will load what it does not find, and {@linkplain #keep} it.
     *
     * @param stamp the moment before it: what is changed afterwards wins
     * @param read what L2 is asked; {@code null} if it is not, or if there is something in L1
     */
    public record Miss(Object key, Stamp stamp, @Nullable L2Read read) {}

    /** Begins such a read, after a {@link #hit} that was none. */
    public Miss miss(Object key) {
        Owner.requireRoom();
        Stamp stamp = local.versions().stamp(requireNonNull(key));
        return new Miss(key, stamp, (local.copy(key) == null) ? loads.read(key) : null);
    }

    /** As {@link #miss}, without asking L2, in which the value is not kept then. */
    public Miss missInL1(Object key) {
        return new Miss(key, local.versions().stamp(requireNonNull(key)), null);
    }

    /** Keeps what the caller has loaded after a miss. That changes nothing: it is not reported, and no change is lost. */
    public void keep(Miss miss, @Nullable Object value) {
        loads.keep(miss.key(), miss.stamp(), value, miss.read());
    }

    /** What L1 or L2 has for several keys, in their order; L2 is asked for all before an answer is waited for. Counts. */
    public <K> Map<K, LookupResult> findAll(Collection<? extends K> keys, ReadPolicy policy) {
        Map<K, ReadStep<LookupResult>> steps = new LinkedHashMap<>();
        for (K key : unique(keys)) {
            Entry entry = local.hit(key, policy);
            steps.put(key, (entry != null) ? new Done<>(LookupResult.of(entry.value())) : reader.find(key, policy));
        }
        Map<K, LookupResult> results = new LinkedHashMap<>();
        steps.forEach((key, step) -> results.put(key, ReadStep.join(step, loads)));
        return results;
    }

    /**
     * What L1 or L2 has, else what the loader gives: on this thread, unless it reloads a stale copy.
     *
     * @throws RuntimeException what the loader threw, whatever it is, checked or not, for each who waited for it
     */
    public <K> @Nullable Object load(K key, Loader<K> loader, ReadPolicy policy) {
        Owner owner = Owner.beginning();
        int outer = owner.depth;
        owner.depth = outer + 1;
        try {
            return ReadStep.join(reader.load(key, loader, policy, Caller.WAITING), loads);
        } finally {
            owner.depth = outer;
        }
    }

    /** As {@link #load}, without waiting for the value. Where this thread may block, the loader runs on it. */
    public CompletableFuture<?> loadLater(Object key, Loader<Object> loader, ReadPolicy policy) {
        Owner.requireRoom();
        Caller caller = NonBlockingThreads.isCurrent() ? Caller.NON_BLOCKING : Caller.BLOCKING;
        return ReadStep.later(waited -> reader.load(key, loader, policy, caller), background.asynchronous());
    }

    /**
     * As {@link #findAll}, and what is missing comes from one call of the loader. Keys that it leaves out are kept as
     * {@code null}.
     *
     * @return a value or {@code null} for each key, in the order of the keys
     * @throws RuntimeException what the loader threw, whatever it is, checked or not, for each who waited for it
     */
    public <K> Map<K, @Nullable Object> loadAll(Collection<? extends K> keys, Loader<K> loader, ReadPolicy policy) {
        Owner owner = Owner.beginning();
        int outer = owner.depth;
        owner.depth = outer + 1;
        try {
            Map<K, @Nullable Object> results = new LinkedHashMap<>();
            Set<K> missing = new LinkedHashSet<>();
            for (K key : unique(keys)) {
                Entry entry = local.hit(key, policy);
                results.put(key, (entry != null) ? entry.value() : null);
                if (entry == null) {
                    missing.add(key);
                }
            }
            reader.loadAll(missing, loader, policy, Caller.WAITING)
                    .forEach((key, step) -> results.put(key, ReadStep.join(step, loads)));
            return results;
        } finally {
            owner.depth = outer;
        }
    }

    private static <K> Set<K> unique(Collection<? extends K> keys) {
        Set<K> unique = new LinkedHashSet<>();
        keys.forEach(key -> unique.add(requireNonNull(key, "A key is null")));
        return unique;
    }

    /** Changes the region. */
    public Writer writer() {
        return writer;
    }
}
