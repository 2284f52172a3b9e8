/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.Reads.Read;
import dev.tuned.cache.store.Failures;
import dev.tuned.cache.store.L2Store;

/** Makes the loads of one region that have been claimed: what L2 has, else what the loader gives. Thread-safe. */
final class Leader {

    /** Without L2 there is nobody to agree with. */
    private static final Turn ALONE = Turn.load(RemoteRead.absent(null, 0));

    private final Tiers tiers;
    private final Reads reads;
    private final Flights flights;
    private final Background background;
    private final ValueLog log;

    Leader(Tiers tiers, Reads reads, Flights flights, Background background) {
        this.tiers = tiers;
        this.reads = reads;
        this.flights = flights;
        this.background = background;
        this.log = new ValueLog(tiers.settings().name());
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
            Turn turn = turn(key, read).join();
            return done(
                    key,
                    flight,
                    (turn.hit() != null) ? taken(key, flight, turn.hit()) : loaded(key, flight, loader, turn));
        } catch (Throwable ex) {
            failed(key, flight, ex);
            throw ex;
        }
    }

    private @Nullable Object loaded(Object key, Flight flight, Callable<?> loader, Turn turn) throws Exception {
        try {
            Object value = counted(loader);
            keep(key, flight, value, turn);
            return value;
        } catch (Throwable ex) {
            turn.end().run();
            throw ex;
        }
    }

    /** Another process has loaded it meanwhile. */
    private @Nullable Object taken(Object key, Flight flight, Hit hit) {
        tiers.local().putIfUnchanged(key, hit.value(), hit.cas(), flight.stamp());
        return hit.value();
    }

    /** Settles which process loads. */
    private CompletableFuture<Turn> turn(Object key, @Nullable Read read) {
        RemoteTier l2 = tiers.l2();
        return (l2 != null && read != null)
                ? l2.turn(key, read.said().join())
                : CompletableFuture.completedFuture(ALONE);
    }

    /** For a load that does not agree with other processes. */
    static Turn alone(@Nullable Read read) {
        return (read != null) ? Turn.load(read.said().join()) : ALONE;
    }

    /** As {@link #lead} on a thread of the background, for those who wait for the flight. */
    void leadQuietly(Object key, Flight flight, Callable<?> loader) {
        try {
            var unused = lead(key, flight, loader);
        } catch (Exception ex) {
            // Those who wait get it by the flight, but mostly nobody does.
            log.notReadAnew(ex);
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
            CompletableFuture<Turn> turn = turn(key, read);
            Runnable load = () -> loadLater(key, flight, loader, turn.join());
            if (turn.isDone()) {
                load.run();
            } else {
                var unused = turn.thenRunAsync(background.task(load), Background.elsewhere());
            }
        } catch (Throwable ex) {
            failed(key, flight, Failures.cause(ex));
        } finally {
            flight.runElsewhere();
        }
    }

    private void loadLater(Object key, Flight flight, Supplier<? extends CompletableFuture<?>> loader, Turn turn) {
        if (turn.hit() != null) {
            done(key, flight, taken(key, flight, turn.hit()));
            return;
        }
        var unused = loading(loader).whenComplete((value, error) -> {
            if (error == null) {
                keep(key, flight, value, turn);
                done(key, flight, value);
            } else {
                turn.end().run();
                tiers.counters().loadFailures.increment();
                failed(key, flight, Failures.cause(error));
            }
        });
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
            keep(key, flight, value, alone(read));
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
    void keep(Object key, Flight flight, @Nullable Object value, Turn turn) {
        Entry entry = tiers.local().putIfUnchanged(key, value, L2Store.NO_CAS, flight.stamp());
        RemoteTier l2 = tiers.l2();
        if (l2 != null && tiers.guard().unchangedSince(flight.stamp())) {
            var unused = l2.keep(key, value, turn.basis())
                    .thenAccept(entry::stored)
                    .whenComplete((stored, error) -> turn.end().run());
        } else {
            turn.end().run();
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
