/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

import dev.tuned.cache.invalidation.Invalidation;

/**
 * One region of the near cache: what its faces, Spring's {@code Cache} and {@link NearCache}, have in common.
 * Thread-safe.
 *
 * <p>Concurrent misses of one key through the methods with a loader make one load, whose value or failure all of them
 * get. From a share of its time on an entry is read anew in the background, and after its time its callers wait for that
 * no longer than the soft timeout: as long as it may be served outdated, no read of it fails. A change wins over every
 * load and every outdated copy from before it. L2 fails no call that has a loader.
 */
final class Region {

    private final Tiers tiers;
    private final LocalTier local;
    private final Finds finds;
    private final Leader leader;
    private final Loads loads;
    private final BulkLoads bulk;
    private final Changes changes;
    private final IntSupplier underWay;

    /**
     * Creates an empty region.
     *
     * @param shared what all regions of a manager have in common
     * @param remote L2, if the region has one; asked once, on first use
     */
    Region(RegionSettings settings, RegionCounters counters, Shared shared, Supplier<Optional<RemoteTier>> remote) {
        WriteGuard guard = new WriteGuard();
        this.local = new LocalTier(settings, shared.clock(), guard);
        this.tiers = new Tiers(settings, counters, guard, local, SingletonSupplier.of(remote));
        Reads reads = new Reads(tiers);
        Flights flights = new Flights(shared.waiting());
        this.leader = new Leader(tiers, reads, flights, shared.background());
        SingleFlight singleFlight = new SingleFlight(tiers, reads, flights, leader, shared.background());
        this.finds = new Finds(tiers, reads, shared.background());
        this.loads = new Loads(tiers, singleFlight, leader);
        this.bulk = new BulkLoads(tiers, reads, flights, singleFlight, leader, loads, shared.background());
        this.changes = new Changes(tiers, reads, flights, singleFlight, leader, shared.publisher());
        this.underWay = () -> flights.size() + reads.size();
    }

    /**
     * What all regions of a manager have in common.
     *
     * @param waiting which thread waits for which load
     * @param background runs the loads that nobody waits for
     * @param publisher is told of every change of this process; quick, and does not throw
     */
    record Shared(
            LocalClock clock, Map<Thread, Flight> waiting, Background background, Consumer<Invalidation> publisher) {}

    String name() {
        return tiers.settings().name();
    }

    /** The Caffeine cache that is L1, for its statistics. Its values are not the cached ones. */
    Cache<Object, ?> nativeCache() {
        return tiers.local().cache();
    }

    List<HotKey> hottestKeys(int limit) {
        return tiers.local().hotKeys().top(limit);
    }

    RegionSettings settings() {
        return tiers.settings();
    }

    RegionStatistics statistics() {
        return tiers.counters().snapshot(tiers.local().cache());
    }

    /** What the region remembers of keys beside L1: loads, reads and changes that have not come to their end. */
    int underWay() {
        RemoteTier tier = tiers.l2();
        return underWay.getAsInt() + ((tier != null) ? tier.unconfirmed() : 0);
    }

    /** Settles whether the region has L2 and opens the connection. */
    void start() {
        tiers.remote().get().ifPresent(RemoteTier::start);
    }

    boolean isRemote() {
        return tiers.l2() != null;
    }

    /**
     * What L1 may serve at once, with nothing else to be done; counted, and nothing is allocated. Every other method
     * that reads one key is called after it and does not count in L1's statistics again.
     */
    @Nullable
    Entry hit(Object key) {
        return local.hit(key);
    }

    /** What L1 or L2 has, without a loader. */
    Answer find(Object key) {
        return finds.find(key);
    }

    /** As {@link #find}, without blocking; {@code null} if L2 has not to be asked to know that there is nothing. */
    @Nullable
    CompletableFuture<Answer> findLater(Object key) {
        return (isRemote() || tiers.fresh(key) != null) ? finds.findLater(key) : null;
    }

    /**
     * What L1 or L2 has for several keys, in their order; all questions to L2 are asked before the first answer is
     * waited for. Counts in L1's statistics itself.
     */
    <K> Map<K, Answer> getAll(Collection<? extends K> keys) {
        return finds.findAll(keys);
    }

    /**
     * What L1 or L2 has, else what the loader gives. Without a copy in L1 the loader runs on this thread, or this thread
     * waits for the one who loads; with one it runs in the background.
     *
     * @throws Exception what the loader threw, for each of those who waited for it without a copy
     */
    @Nullable
    Object load(Object key, Callable<?> loader) throws Exception {
        return loads.load(key, loader);
    }

    /** As {@link Leader#preload}. */
    boolean preload(Object key, Function<Object, @Nullable Object> loader) {
        return leader.preload(key, loader);
    }

    /** As {@link #load}, without blocking. */
    CompletableFuture<?> loadLater(Object key, Supplier<? extends CompletableFuture<?>> loader) {
        return loads.loadLater(key, loader);
    }

    /**
     * As {@link #getAll}, and what is missing comes from one call of the loader. Keys that it leaves out are kept as
     * {@code null}.
     *
     * @return a value or {@code null} for each key, in the order of the keys
     */
    <K> Map<K, @Nullable Object> getAllOrLoad(Collection<? extends K> keys, BulkLoads.Loader<K> loader)
            throws Exception {
        return bulk.load(keys, loader);
    }

    /** Puts a value into L2 and L1 and tells the other processes. */
    void put(Object key, @Nullable Object value) {
        changes.put(key, value);
    }

    /**
     * Puts a value unless there is one; atomic in this process, and beyond it as far as L2 answers.
     *
     * @return what is there, {@link Answer#ABSENT} if the value has been put
     */
    Answer putIfAbsent(Object key, @Nullable Object value) {
        return changes.putIfAbsent(key, value);
    }

    /** Removes a key from both levels and tells the other processes; whether L1 had a fresh value. */
    boolean evict(Object key) {
        return changes.evict(key);
    }

    /** Removes every key from both levels and tells the other processes; whether L1 had any. */
    boolean clear() {
        return changes.clear();
    }

    /** Another process changed a key: L1 forgets it. */
    void invalidated(Object key) {
        changes.invalidated(key);
    }

    /** Another process cleared the region, or may have changed anything: L1 forgets all of it. */
    void invalidatedAll() {
        changes.invalidatedAll();
    }
}
