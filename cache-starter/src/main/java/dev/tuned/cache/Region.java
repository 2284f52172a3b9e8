/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Cache;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

import dev.tuned.cache.Flights.Flight;
import dev.tuned.cache.Levels.Found;
import dev.tuned.cache.WriteGuard.Stamp;
import dev.tuned.cache.store.Failures;

/**
 * One region of the near cache: what its faces, Spring's {@code Cache} and {@link NearCache}, have in common.
 * Thread-safe.
 *
 * <p>Concurrent misses of one key through the methods with a loader make one load, whose value or failure all of them
 * get. A write or a removal during a load wins over what the load returns. L2 fails no call: without it the loader is
 * asked.
 */
final class Region {

    private final RegionSettings settings;
    private final RegionCounters counters;
    private final WriteGuard guard = new WriteGuard();
    private final LocalTier local;
    private final Flights flights;
    private final Supplier<Optional<RemoteTier>> remote;
    private final Levels levels;

    Region(
            RegionSettings settings,
            RegionCounters counters,
            LocalClock clock,
            Map<Thread, Flight> waiting,
            Supplier<Optional<RemoteTier>> remote) {
        this.settings = settings;
        this.counters = counters;
        this.local = new LocalTier(settings, clock, guard);
        this.flights = new Flights(waiting);
        this.remote = SingletonSupplier.of(remote);
        this.levels = new Levels(guard, local, this.remote);
    }

    String name() {
        return settings.name();
    }

    /** The Caffeine cache that is L1, for its statistics. Its values are not the cached ones. */
    Cache<Object, ?> nativeCache() {
        return local.cache();
    }

    RegionStatistics statistics() {
        return counters.snapshot(local.cache());
    }

    /** Settles whether the region has L2 and opens the connection. */
    void start() {
        remote.get().ifPresent(RemoteTier::start);
    }

    boolean isRemote() {
        return remote.get().isPresent();
    }

    /**
     * What L1 may serve at once, with nothing else to be done; counted, and nothing is allocated. Every other method
     * that reads is called after it and does not count in L1's statistics again.
     */
    @Nullable
    Entry hit(Object key) {
        return local.hit(key);
    }

    /** What L1 or L2 has, without a loader. */
    Answer find(Object key) {
        Entry entry = fresh(key);
        return (entry != null)
                ? Answer.of(entry.value())
                : answer(levels.find(key, guard.stamp(key)).hit());
    }

    /** As {@link #find}, without blocking; {@code null} if L2 has not to be asked to know that there is nothing. */
    @Nullable
    CompletableFuture<Answer> findLater(Object key) {
        Entry entry = fresh(key);
        if (entry != null) {
            return CompletableFuture.completedFuture(Answer.of(entry.value()));
        }
        return remote.get().isPresent()
                ? levels.findLater(key, guard.stamp(key)).thenApply(found -> answer(found.hit()))
                : null;
    }

    private @Nullable Entry fresh(Object key) {
        Entry copy = local.copy(key);
        return (copy != null && copy.isFresh(local.now())) ? copy : null;
    }

    private static Answer answer(@Nullable Hit hit) {
        return (hit != null) ? Answer.of(hit.value()) : Answer.ABSENT;
    }

    /**
     * What L1 or L2 has, else what the loader gives. Runs the loader on this thread, or waits for the one who does.
     *
     * @throws Exception what the loader threw, for each of those who waited for it
     */
    @Nullable
    Object load(Object key, Callable<?> loader) throws Exception {
        Entry entry = fresh(key);
        if (entry != null) {
            return entry.value();
        }
        Flight flight = new Flight(new CompletableFuture<>(), Thread.currentThread());
        Flight running = flights.register(key, flight);
        if (running == null) {
            return lead(key, flight, loader);
        }
        return flights.await(running) ? running.result().join() : loader.call();
    }

    private @Nullable Object lead(Object key, Flight flight, Callable<?> loader) throws Exception {
        try {
            Stamp stamp = guard.stamp(key);
            Entry entry = fresh(key);
            Found found = (entry != null) ? new Found(new Hit(entry.value()), null) : levels.find(key, stamp);
            Hit hit = found.hit();
            Object value = (hit != null) ? hit.value() : loader.call();
            if (hit == null) {
                levels.keep(key, value, stamp, found.basis());
            }
            flights.done(key, flight);
            flight.result().complete(value);
            return value;
        } catch (Throwable ex) {
            flights.done(key, flight);
            flight.result().completeExceptionally(ex);
            throw ex;
        }
    }

    /**
     * Loads a key ahead of its first read, unless a level has it by now. Not through the key's flight: those who join
     * one would get the {@code null} that here means no value.
     *
     * @return whether there is something; if not, nothing is kept
     */
    boolean preload(Object key, Function<Object, @Nullable Object> loader) {
        Stamp stamp = guard.stamp(key);
        if (fresh(key) != null) {
            return true;
        }
        Found found = levels.find(key, stamp);
        Object value = (found.hit() == null) ? loader.apply(key) : null;
        if (value != null) {
            levels.keep(key, value, stamp, found.basis());
        }
        return found.hit() != null || value != null;
    }

    /** As {@link #load}, without blocking. */
    CompletableFuture<?> loadLater(Object key, Supplier<? extends CompletableFuture<?>> loader) {
        Entry entry = fresh(key);
        if (entry != null) {
            return CompletableFuture.completedFuture(entry.value());
        }
        Flight flight = new Flight(new CompletableFuture<>(), null);
        Flight running = flights.register(key, flight);
        if (running == null) {
            leadLater(key, flight, loader);
            running = flight;
        }
        // A copy, so that a caller who cancels its future does not cancel it for the others.
        return running.result().copy();
    }

    private void leadLater(Object key, Flight flight, Supplier<? extends CompletableFuture<?>> loader) {
        Stamp stamp = guard.stamp(key);
        Entry entry = fresh(key);
        CompletableFuture<Found> pending = (entry != null)
                ? CompletableFuture.completedFuture(new Found(new Hit(entry.value()), null))
                : levels.findLater(key, stamp);
        var unused = pending.thenCompose(found -> (found.hit() != null)
                        ? CompletableFuture.completedFuture(found.hit().value())
                        : loader.get().thenApply(value -> levels.keep(key, value, stamp, found.basis())))
                .whenComplete((value, error) -> {
                    flights.done(key, flight);
                    if (error != null) {
                        flight.result().completeExceptionally(Failures.cause(error));
                    } else {
                        flight.result().complete(value);
                    }
                });
    }

    void put(Object key, @Nullable Object value) {
        guard.written(key);
        flights.abandon(key);
        local.put(key, value);
        remote.get().ifPresent(tier -> Waiting.briefly(tier.replace(key, value)));
    }

    /** Removes a key from both levels; whether L1 had it. */
    boolean evict(Object key) {
        boolean present = forget(key);
        remote.get().ifPresent(tier -> Waiting.briefly(tier.remove(key).thenRun(() -> forget(key))));
        return present;
    }

    /** Twice around a removal in L2: a read in between may have brought back what was there. */
    private boolean forget(Object key) {
        guard.written(key);
        flights.abandon(key);
        return local.remove(key);
    }

    /** Removes every key from both levels; whether L1 had any. */
    boolean clear() {
        boolean present = !local.cache().asMap().isEmpty();
        forgetAll();
        remote.get().ifPresent(tier -> Waiting.briefly(tier.clear().thenRun(this::forgetAll)));
        return present;
    }

    private void forgetAll() {
        guard.cleared();
        flights.abandonAll();
        local.clear();
    }
}
