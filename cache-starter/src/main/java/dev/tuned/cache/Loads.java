/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.SingleFlight.NotMadeException;

/**
 * The reads of one region with a loader. A caller with a copy, fresh or outdated, does not load itself: that happens in
 * the background, and the caller waits for it at most for the soft timeout. Thread-safe.
 */
final class Loads {

    private final Tiers tiers;
    private final LocalTier local;
    private final SingleFlight loads;
    private final Leader leader;

    Loads(Tiers tiers, SingleFlight loads, Leader leader) {
        this.tiers = tiers;
        this.local = tiers.local();
        this.loads = loads;
        this.leader = leader;
    }

    @Nullable
    Object load(Object key, Callable<?> loader) throws Exception {
        Consumer<Flight> lead = flight -> leader.leadQuietly(key, flight, loader);
        while (true) {
            Entry copy = local.copy(key);
            if (copy == null) {
                return loads.now(key, loader);
            }
            if (copy.isFresh(local.now())) {
                refresh(key, copy, lead);
                return copy.value();
            }
            long patience = tiers.patience();
            Flight flight = copy.isDue(local.now()) ? loads.inBackground(key, copy, lead) : null;
            Answer answer = (flight != null) ? await(flight, copy, patience) : without(copy);
            if (answer != null) {
                return answer.value();
            }
        }
    }

    CompletableFuture<@Nullable Object> loadLater(Object key, Supplier<? extends CompletableFuture<?>> loader) {
        Consumer<Flight> lead = flight -> leader.leadLater(key, flight, loader);
        Entry copy = local.copy(key);
        if (copy == null) {
            return loads.later(key, loader);
        }
        if (copy.isFresh(local.now())) {
            refresh(key, copy, lead);
            return CompletableFuture.completedFuture(copy.value());
        }
        long patience = tiers.patience();
        Flight flight = copy.isDue(local.now()) ? loads.inBackground(key, copy, lead) : null;
        if (flight == null) {
            return answered(without(copy), key, loader);
        }
        return flight.result()
                .copy()
                .orTimeout(Math.max(0, patience - System.nanoTime()), TimeUnit.NANOSECONDS)
                .exceptionallyComposeAsync(
                        error -> answered(settled(flight, copy), key, loader), Background.elsewhere());
    }

    private CompletableFuture<@Nullable Object> answered(
            @Nullable Answer answer, Object key, Supplier<? extends CompletableFuture<?>> loader) {
        return (answer != null) ? CompletableFuture.completedFuture(answer.value()) : loadLater(key, loader);
    }

    /** Of all that find the entry due, one has it read anew. */
    void refresh(Object key, Entry copy, Consumer<Flight> lead) {
        if (!copy.claim(local.now())) {
            return;
        }
        Flight flight = loads.inBackground(key, copy, lead);
        if (flight == null) {
            copy.pause(local.now());
        } else if (flight.basis() == copy) {
            tiers.counters().refreshes.increment();
        }
    }

    /** What a caller with an outdated copy gets; {@code null} if it has to look again. */
    @Nullable
    Answer await(Flight flight, Entry copy, long patience) {
        // Waiting for a load that waits for this thread would use up the patience for nothing.
        return (flight.owner() == Thread.currentThread() || !Tiers.isDone(flight.result(), patience))
                ? tiers.stale(copy, StaleReason.TIMEOUT)
                : settled(flight, copy);
    }

    private @Nullable Answer settled(Flight flight, Entry copy) {
        if (!flight.result().isDone()) {
            return tiers.stale(copy, StaleReason.TIMEOUT);
        }
        try {
            return Answer.of(flight.result().join());
        } catch (CompletionException ex) {
            return tiers.stale(copy, NotMadeException.is(ex) ? StaleReason.BUSY : StaleReason.ERROR);
        }
    }

    /** There is no load to wait for: it failed a moment ago, or there is no room for it. */
    @Nullable
    Answer without(Entry copy) {
        return tiers.stale(copy, copy.isDue(local.now()) ? StaleReason.BUSY : StaleReason.BACKOFF);
    }
}
