/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.Reads.Read;
import dev.tuned.cache.SingleFlight.NotMadeException;

/**
 * The reads of several keys with one loader. Keys without a copy are loaded together on the caller's thread, and those
 * whose copy is due together in the background. A key that another caller loads already is waited for. Thread-safe.
 */
final class BulkLoads {

    private final Tiers tiers;
    private final LocalTier local;
    private final Reads reads;
    private final Flights flights;
    private final SingleFlight loads;
    private final Leader leader;
    private final Loads single;
    private final Background background;

    BulkLoads(
            Tiers tiers,
            Reads reads,
            Flights flights,
            SingleFlight loads,
            Leader leader,
            Loads single,
            Background background) {
        this.tiers = tiers;
        this.local = tiers.local();
        this.reads = reads;
        this.flights = flights;
        this.loads = loads;
        this.leader = leader;
        this.single = single;
        this.background = background;
    }

    /** Gets the missing keys and gives the values it finds. */
    interface Loader<K> extends Function<Set<K>, Map<K, ?>> {

        default Callable<@Nullable Object> of(K key) {
            return () -> apply(Set.of(key)).get(key);
        }
    }

    <K> Map<K, @Nullable Object> load(Collection<? extends K> keys, Loader<K> loader) throws Exception {
        Map<K, @Nullable Object> values = new LinkedHashMap<>();
        Map<K, Flight> mine = new LinkedHashMap<>();
        Map<K, Flight> others = new LinkedHashMap<>();
        Map<K, Entry> due = new LinkedHashMap<>();
        Map<K, Entry> outdated = new LinkedHashMap<>();
        for (K key : new LinkedHashSet<>(keys)) {
            values.put(key, null);
            Entry copy = copy(key);
            if (copy == null) {
                Flight flight = loads.join(key);
                (flight.claim() ? mine : others).put(key, flight);
            } else if (!copy.isFresh(local.now())) {
                outdated.put(key, copy);
            } else {
                values.put(key, copy.value());
                if (copy.claim(local.now())) {
                    due.put(key, copy);
                }
            }
        }
        long patience = tiers.patience();
        Map<K, Flight> reloads = reload(due, outdated, loader);
        lead(mine, loader);
        for (Map.Entry<K, Flight> led : mine.entrySet()) {
            values.put(led.getKey(), led.getValue().result().join());
        }
        for (Map.Entry<K, Flight> other : others.entrySet()) {
            values.put(other.getKey(), await(other.getKey(), other.getValue(), loader));
        }
        for (Map.Entry<K, Entry> copy : outdated.entrySet()) {
            Flight flight = reloads.get(copy.getKey());
            Answer answer = (flight != null)
                    ? single.await(flight, copy.getValue(), patience)
                    : single.without(copy.getValue());
            K key = copy.getKey();
            values.put(key, (answer != null) ? answer.value() : single.load(key, loader.of(key)));
        }
        return values;
    }

    private @Nullable Entry copy(Object key) {
        Entry entry = local.hit(key);
        return (entry != null) ? entry : local.copy(key);
    }

    private <K> @Nullable Object await(K key, Flight flight, Loader<K> loader) throws Exception {
        tiers.counters().joined.increment();
        try {
            return flights.await(flight)
                    ? flight.result().join()
                    : loader.of(key).call();
        } catch (CompletionException ex) {
            if (NotMadeException.is(ex)) {
                return loads.now(key, loader.of(key));
            }
            throw ex;
        }
    }

    /** Has entries read anew in the background; the loads of those that are, by whomever. */
    private <K> Map<K, Flight> reload(Map<K, Entry> due, Map<K, Entry> outdated, Loader<K> loader) {
        long now = local.now();
        Map<K, Entry> copies = new LinkedHashMap<>(due);
        outdated.forEach((key, copy) -> {
            if (copy.isDue(now)) {
                copies.put(key, copy);
            }
        });
        Map<K, Flight> running = new LinkedHashMap<>();
        Map<K, Flight> started = new LinkedHashMap<>();
        boolean full = background.isFull();
        copies.forEach((key, copy) -> {
            Flight flight = new Flight(tiers.guard().stamp(key), copy);
            Flight present = full ? flights.running(key) : flights.register(key, flight);
            if (present != null) {
                running.put(key, present);
            } else if (!full) {
                running.put(key, flight);
                started.put(key, flight);
            } else if (due.containsKey(key)) {
                copy.pause(now);
            }
        });
        tiers.counters()
                .refreshes
                .add(due.keySet().stream().filter(started::containsKey).count());
        if (!started.isEmpty()) {
            start(started, loader);
        }
        return running;
    }

    private <K> void start(Map<K, Flight> started, Loader<K> loader) {
        Runnable task = background.task(() -> {
            Map<K, Flight> mine = new LinkedHashMap<>(started);
            mine.entrySet().removeIf(flight -> !loads.claimInBackground(flight.getKey(), flight.getValue()));
            try {
                lead(mine, loader);
            } catch (Exception ex) {
                // The flights have it.
            }
        });
        CompletableFuture<?>[] asked = started.keySet().stream()
                .map(reads::start)
                .filter(read -> read != null)
                .map(Read::said)
                .toArray(CompletableFuture[]::new);
        var unused = CompletableFuture.allOf(asked).thenRun(() -> {
            if (!background.start(task)) {
                started.forEach(loads::refused);
            }
        });
    }

    /** Makes loads on this thread: all questions to L2 before the first answer, and one call of the loader. */
    private <K> void lead(Map<K, Flight> mine, Loader<K> loader) throws Exception {
        try {
            Map<K, @Nullable Read> asked = new LinkedHashMap<>();
            mine.forEach((key, flight) -> {
                flight.runHere();
                asked.put(key, reads.start(key));
            });
            Map<K, Flight> missing = new LinkedHashMap<>();
            mine.forEach((key, flight) -> {
                Answer known = leader.known(key, flight, asked.get(key));
                if (known.isFound()) {
                    leader.done(key, flight, known.value());
                } else {
                    missing.put(key, flight);
                }
            });
            if (!missing.isEmpty()) {
                Map<K, ?> loaded = leader.counted(() -> loader.apply(new LinkedHashSet<>(missing.keySet())));
                missing.forEach((key, flight) -> {
                    Object value = loaded.get(key);
                    leader.keep(key, flight, value, Leader.alone(asked.get(key)));
                    leader.done(key, flight, value);
                });
            }
        } catch (Throwable ex) {
            mine.forEach((key, flight) -> {
                if (!flight.result().isDone()) {
                    leader.failed(key, flight, ex);
                }
            });
            throw ex;
        }
    }
}
