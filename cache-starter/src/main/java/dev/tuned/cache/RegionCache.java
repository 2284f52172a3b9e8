/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;
import org.springframework.cache.support.SimpleValueWrapper;
import org.springframework.util.function.SingletonSupplier;

import dev.tuned.cache.Flights.Flight;
import dev.tuned.cache.WriteGuard.Stamp;

/**
 * One region of the near cache. Thread-safe.
 *
 * <p>A hit in L1 gives every caller the same object, as any in-process cache does: do not change it. Concurrent misses
 * of one key through either method with a loader make one load, whose value or failure all of them get. A write or a
 * removal during a load wins over what the load returns. L2 fails no call: without it the loader is asked.
 */
public final class RegionCache implements Cache {

    private final String name;
    private final WriteGuard guard = new WriteGuard();
    private final LocalTier local;
    private final Flights flights;
    private final Supplier<Optional<RemoteTier>> remote;
    private final Levels levels;

    RegionCache(
            RegionSettings settings,
            Ticker ticker,
            Map<Thread, Flight> waiting,
            Supplier<Optional<RemoteTier>> remote) {
        this.name = settings.name();
        this.local = new LocalTier(settings, ticker, guard);
        this.flights = new Flights(waiting);
        this.remote = SingletonSupplier.of(remote);
        this.levels = new Levels(guard, local, this.remote);
    }

    @Override
    public String getName() {
        return name;
    }

    /** The Caffeine cache that is L1, for its statistics. Its values are not the cached ones. */
    @Override
    public com.github.benmanes.caffeine.cache.Cache<Object, ?> getNativeCache() {
        return local.cache();
    }

    /** Settles whether the region has L2 and opens the connection. */
    void start() {
        remote.get().ifPresent(RemoteTier::start);
    }

    boolean isRemote() {
        return remote.get().isPresent();
    }

    @Override
    public @Nullable ValueWrapper get(Object key) {
        Entry entry = local.get(key);
        if (entry != null) {
            return new SimpleValueWrapper(entry.value());
        }
        Hit hit = levels.find(key, guard.stamp(key));
        return (hit != null) ? new SimpleValueWrapper(hit.value()) : null;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> @Nullable T get(Object key, @Nullable Class<T> type) {
        ValueWrapper wrapper = get(key);
        Object value = (wrapper != null) ? wrapper.get() : null;
        if (value != null && type != null && !type.isInstance(value)) {
            throw new IllegalStateException("Cache region '" + name + "' holds a "
                    + value.getClass().getName() + " under this key, not a " + type.getName());
        }
        return (T) value;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
        Entry entry = local.get(key);
        return (T) ((entry != null) ? entry.value() : load(key, valueLoader));
    }

    private @Nullable Object load(Object key, Callable<?> loader) {
        Flight flight = new Flight(new CompletableFuture<>(), Thread.currentThread());
        try {
            Flight running = flights.register(key, flight);
            if (running == null) {
                return lead(key, flight, loader);
            }
            return flights.await(running) ? running.result().join() : loader.call();
        } catch (Error ex) {
            throw ex;
        } catch (Throwable ex) {
            throw new ValueRetrievalException(key, loader, Failures.cause(ex));
        }
    }

    private @Nullable Object lead(Object key, Flight flight, Callable<?> loader) throws Exception {
        try {
            Stamp stamp = guard.stamp(key);
            Entry entry = local.peek(key);
            Hit hit = (entry != null) ? new Hit(entry.value()) : levels.find(key, stamp);
            Object value = (hit != null) ? hit.value() : loader.call();
            if (hit == null) {
                levels.keep(key, value, stamp);
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

    @Override
    public @Nullable CompletableFuture<?> retrieve(Object key) {
        Entry entry = local.get(key);
        if (entry != null) {
            return CompletableFuture.completedFuture(new SimpleValueWrapper(entry.value()));
        }
        return remote.get().isEmpty()
                ? null
                : levels.findLater(key, guard.stamp(key))
                        .thenApply(hit -> (hit != null) ? new SimpleValueWrapper(hit.value()) : null);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
        Entry entry = local.get(key);
        if (entry != null) {
            return (CompletableFuture<T>) CompletableFuture.completedFuture(entry.value());
        }
        Flight flight = new Flight(new CompletableFuture<>(), null);
        Flight running = flights.register(key, flight);
        if (running == null) {
            leadLater(key, flight, valueLoader);
            running = flight;
        }
        // A copy, so that a caller who cancels its future does not cancel it for the others.
        return (CompletableFuture<T>) running.result().copy();
    }

    private void leadLater(Object key, Flight flight, Supplier<? extends CompletableFuture<?>> loader) {
        Stamp stamp = guard.stamp(key);
        Entry entry = local.peek(key);
        CompletableFuture<@Nullable Hit> found = (entry != null)
                ? CompletableFuture.completedFuture(new Hit(entry.value()))
                : levels.findLater(key, stamp);
        var unused = found.thenCompose(hit -> (hit != null)
                        ? CompletableFuture.completedFuture(hit.value())
                        : loader.get().thenApply(value -> levels.keep(key, value, stamp)))
                .whenComplete((value, error) -> {
                    flights.done(key, flight);
                    if (error != null) {
                        flight.result().completeExceptionally(Failures.cause(error));
                    } else {
                        flight.result().complete(value);
                    }
                });
    }

    @Override
    public void put(Object key, @Nullable Object value) {
        guard.written(key);
        flights.abandon(key);
        local.put(key, value);
        remote.get().ifPresent(tier -> Waiting.briefly(tier.replace(key, value)));
    }

    @Override
    public void evict(Object key) {
        evictIfPresent(key);
    }

    @Override
    public boolean evictIfPresent(Object key) {
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

    @Override
    public void clear() {
        forgetAll();
        remote.get().ifPresent(tier -> Waiting.briefly(tier.clear().thenRun(this::forgetAll)));
    }

    private void forgetAll() {
        guard.cleared();
        flights.abandonAll();
        local.clear();
    }

    @Override
    public boolean invalidate() {
        boolean present = !local.cache().asMap().isEmpty();
        clear();
        return present;
    }
}
