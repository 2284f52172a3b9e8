/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.Reads.Read;
import dev.tuned.cache.store.Failures;

/**
 * Gives each key of one region one load at a time for all callers of the moment, on the thread of one of them or in the
 * background. Thread-safe.
 */
final class SingleFlight {

    private final Tiers tiers;
    private final Reads reads;
    private final Flights flights;
    private final Leader leader;
    private final Background background;

    SingleFlight(Tiers tiers, Reads reads, Flights flights, Leader leader, Background background) {
        this.tiers = tiers;
        this.reads = reads;
        this.flights = flights;
        this.leader = leader;
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
                return leader.lead(key, flight, loader);
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
            leader.leadLater(key, flight, loader);
        } else {
            leadAfter(read, key, flight, loader);
        }
        return flight.result().copy();
    }

    private void leadAfter(Read read, Object key, Flight flight, Supplier<? extends CompletableFuture<?>> loader) {
        try {
            Runnable task = background.task(() -> leader.leadLater(key, flight, loader));
            var unused = read.said().thenRunAsync(task, Background.elsewhere());
        } catch (RuntimeException ex) {
            // The application's decorator. A load that nobody makes would be waited for.
            reads.abandon(key);
            leader.failed(key, flight, ex);
        }
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
        Runnable task = background.task(() -> {
            if (claimInBackground(key, flight)) {
                lead.accept(flight);
            }
        });
        Flight faster = flights.register(key, flight);
        if (faster != null) {
            return faster;
        }
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
        leader.failed(key, flight, new NotMadeException());
        return false;
    }

    /** There is no thread for a load. */
    void refused(Object key, Flight flight) {
        if (flight.claim()) {
            reads.abandon(key);
            leader.failed(key, flight, new NotMadeException());
        }
    }
}
