/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.Reads.Read;
import dev.tuned.cache.store.Failures;
import dev.tuned.cache.store.L2Store;

/**
 * Makes the loads of one region, one per key at a time for all callers of the moment: what L2 has, else what the loader
 * gives. Thread-safe.
 */
final class SingleFlight {

    private final Tiers tiers;
    private final Reads reads;
    private final Flights flights;
    private final Background background;

    SingleFlight(Tiers tiers, Reads reads, Flights flights, Background background) {
        this.tiers = tiers;
        this.reads = reads;
        this.flights = flights;
        this.background = background;
    }

    /** A load was not made: there was no thread for it, or its key was changed before there was one. */
    static final class NotMadeException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NotMadeException() {
            super("Load not made", null, false, false);
        }

        static boolean is(Throwable error) {
            return Failures.cause(error) instanceof NotMadeException;
        }
    }

    /** The load of a key that is under way, else a new one that nobody makes yet. */
    Flight join(Object key) {
        Flight running = flights.running(key);
        if (running == null) {
            Flight flight = new Flight(tiers.guard().stamp(key), null);
            running = flights.register(key, flight);
            return (running != null) ? running : flight;
        }
        return running;
    }

    /**
     * Loads on this thread, or waits for the one who does.
     *
     * @throws Exception what the loader threw
     */
    @Nullable
    Object now(Object key, Callable<?> loader) throws Exception {
        while (true) {
            Flight flight = join(key);
            if (flight.claim()) {
                return lead(key, flight, loader);
            }
            tiers.counters().joined.increment();
            try {
                return flights.await(flight) ? flight.result().join() : loader.call();
            } catch (CompletionException ex) {
                if (!NotMadeException.is(ex)) {
                    throw ex;
                }
            }
        }
    }

    /** As {@link #now}, without blocking. */
    CompletableFuture<@Nullable Object> later(Object key, Supplier<? extends CompletableFuture<?>> loader) {
        Flight flight = join(key);
        if (!flight.claim()) {
            tiers.counters().joined.increment();
            // A copy, so that a caller who cancels its future does not cancel it for the others.
            return flight.result()
                    .copy()
                    .exceptionallyCompose(error -> NotMadeException.is(error)
                            ? later(key, loader)
                            : CompletableFuture.failedFuture(Failures.cause(error)));
        }
        Read read = reads.start(key);
        if (read == null) {
            leadLater(key, flight, loader);
        } else {
            Runnable task = background.task(() -> leadLater(key, flight, loader));
            var unused = read.said().thenRunAsync(task, Background.elsewhere());
        }
        return flight.result().copy();
    }

    /**
     * Joins the load of a key or starts one in the background: L2 is asked at once, and what follows its answer needs a
     * thread.
     *
     * @param basis the entry that is read anew
     * @param lead makes the load
     * @return the load, or {@code null} if there is no room for one
     */
    @Nullable
    Flight inBackground(Object key, Entry basis, Consumer<Flight> lead) {
        Flight running = flights.running(key);
        if (running != null || background.isFull()) {
            return running;
        }
        Flight flight = new Flight(tiers.guard().stamp(key), basis);
        Flight faster = flights.register(key, flight);
        if (faster != null) {
            return faster;
        }
        Runnable task = background.task(() -> {
            if (claimInBackground(key, flight)) {
                lead.accept(flight);
            }
        });
        Read read = reads.start(key);
        if (read == null) {
            submit(key, flight, task);
        } else {
            var unused = read.said().thenRun(() -> submit(key, flight, task));
        }
        return flight;
    }

    private void submit(Object key, Flight flight, Runnable task) {
        if (!background.start(task)) {
            refused(key, flight);
        }
    }

    /** Whether a load that waited for a thread is still to be made: no caller made it, and no change made it void. */
    boolean claimInBackground(Object key, Flight flight) {
        if (!flight.claim()) {
            return false;
        }
        Entry basis = flight.basis();
        if (flights.running(key) == flight && (basis == null || !basis.isDropped())) {
            return true;
        }
        reads.abandon(key);
        failed(key, flight, new NotMadeException());
        return false;
    }

    /** There is no thread for a load. */
    void refused(Object key, Flight flight) {
        if (flight.claim()) {
            reads.abandon(key);
            failed(key, flight, new NotMadeException());
        }
    }

    /** Makes a load on this thread. */
    @Nullable
    Object lead(Object key, Flight flight, Callable<?> loader) throws Exception {
        flight.runHere();
        try {
            Read read = reads.start(key);
            Answer known = known(key, flight, read);
            if (known.isFound()) {
                return done(key, flight, known.value());
            }
            Object value = counted(loader);
            keep(key, flight, value, read);
            return done(key, flight, value);
        } catch (Throwable ex) {
            failed(key, flight, ex);
            throw ex;
        }
    }

    /** As {@link #lead} on a thread of the background, for those who wait for the flight. */
    void leadQuietly(Object key, Flight flight, Callable<?> loader) {
        try {
            var unused = lead(key, flight, loader);
        } catch (Exception ex) {
            // The flight has it.
        }
    }

    /** Makes a load whose loader does not block, after L2 has said its part. */
    void leadLater(Object key, Flight flight, Supplier<? extends CompletableFuture<?>> loader) {
        flight.runHere();
        try {
            Read read = reads.start(key);
            Answer known = known(key, flight, read);
            if (known.isFound()) {
                done(key, flight, known.value());
                return;
            }
            var unused = loading(loader).whenComplete((value, error) -> {
                if (error == null) {
                    keep(key, flight, value, read);
                    done(key, flight, value);
                } else {
                    tiers.counters().loadFailures.increment();
                    failed(key, flight, Failures.cause(error));
                }
            });
        } catch (Throwable ex) {
            failed(key, flight, Failures.cause(ex));
        } finally {
            flight.runElsewhere();
        }
    }

    /**
     * Loads a key ahead of its first read, unless a level has it by now. Not through the key's flight: those who join
     * one would get the {@code null} that here means no value.
     *
     * @return whether there is something; if not, nothing is kept
     */
    boolean preload(Object key, Function<Object, @Nullable Object> loader) {
        Flight flight = new Flight(tiers.guard().stamp(key), null);
        Read read = reads.start(key);
        Answer known = known(key, flight, read);
        Object value = known.isFound() ? null : loader.apply(key);
        if (value != null) {
            keep(key, flight, value, read);
        }
        return known.isFound() || value != null;
    }

    private CompletableFuture<?> loading(Supplier<? extends CompletableFuture<?>> loader) {
        tiers.counters().loads.increment();
        try {
            return loader.get();
        } catch (Exception ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    /** Calls a loader. */
    <T extends @Nullable Object> T counted(Callable<T> loader) throws Exception {
        tiers.counters().loads.increment();
        try {
            return loader.call();
        } catch (Throwable ex) {
            tiers.counters().loadFailures.increment();
            throw ex;
        }
    }

    /** What another load has put into L1 between this one's look at it and its start, else what L2 says. */
    Answer known(Object key, Flight flight, @Nullable Read read) {
        Entry fresh = tiers.fresh(key);
        if (fresh != null && fresh != flight.basis()) {
            reads.abandon(key);
            return Answer.of(fresh.value());
        }
        return (read != null) ? read.await() : Answer.ABSENT;
    }

    /** Keeps a loaded value in both levels. Nobody waits for L2. */
    void keep(Object key, Flight flight, @Nullable Object value, @Nullable Read read) {
        Entry entry = tiers.local().putIfUnchanged(key, value, L2Store.NO_CAS, flight.stamp());
        RemoteTier l2 = tiers.l2();
        if (l2 != null && read != null && tiers.guard().unchangedSince(flight.stamp())) {
            var unused = l2.keep(key, value, read.said().join()).thenAccept(entry::stored);
        }
    }

    @Nullable
    Object done(Object key, Flight flight, @Nullable Object value) {
        flights.done(key, flight);
        flight.result().complete(value);
        return value;
    }

    void failed(Object key, Flight flight, Throwable error) {
        Entry basis = flight.basis();
        if (basis != null) {
            basis.pause(tiers.local().now());
        }
        flights.done(key, flight);
        flight.result().completeExceptionally(error);
    }
}
