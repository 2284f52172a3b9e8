/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.WriteGuard.Stamp;
import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.store.L2Store;

/**
 * The changes of one region: in L2, then in L1, then told to the other processes. A change wins over everything that was
 * read or loaded before it ended. Thread-safe.
 */
final class Changes {

    private final Tiers tiers;
    private final LocalTier local;
    private final WriteGuard guard;
    private final Reads reads;
    private final Flights flights;
    private final SingleFlight loads;
    private final Leader leader;
    private final Consumer<Invalidation> publisher;

    Changes(
            Tiers tiers,
            Reads reads,
            Flights flights,
            SingleFlight loads,
            Leader leader,
            Consumer<Invalidation> publisher) {
        this.tiers = tiers;
        this.local = tiers.local();
        this.guard = tiers.guard();
        this.reads = reads;
        this.flights = flights;
        this.loads = loads;
        this.leader = leader;
        this.publisher = publisher;
    }

    void put(Object key, @Nullable Object value) {
        Stamp begun = guard.written(key);
        abandon(key);
        RemoteTier l2 = tiers.l2();
        if (l2 == null) {
            local.putEnded(key, value, L2Store.NO_CAS, begun);
            publish(key);
            return;
        }
        if (!Waiting.isAllowed()) {
            // The caller goes on before L2 has it, and is to read what it wrote.
            local.putIfUnchanged(key, value, L2Store.NO_CAS, begun);
        }
        Waiting.briefly(l2.replace(key, value).thenAccept(cas -> {
            abandon(key);
            local.putEnded(key, value, cas, begun);
            publish(key);
        }));
    }

    /** Removes a key from both levels; whether L1 had a fresh value. */
    boolean evict(Object key) {
        Entry removed = forget(key);
        boolean present = removed != null && removed.isFresh(local.now());
        RemoteTier l2 = tiers.l2();
        if (l2 == null) {
            publish(key);
        } else {
            // Once more: a read in between may have brought back what was there.
            Waiting.briefly(l2.remove(key).thenRun(() -> {
                forget(key);
                publish(key);
            }));
        }
        return present;
    }

    /** Removes every key from both levels; whether L1 had any. */
    boolean clear() {
        boolean present = !local.cache().asMap().isEmpty();
        forgetAll();
        RemoteTier l2 = tiers.l2();
        if (l2 == null) {
            publishAll();
        } else {
            Waiting.briefly(l2.clear().thenRun(() -> {
                forgetAll();
                publishAll();
            }));
        }
        return present;
    }

    /** Another process changed a key. */
    void invalidated(Object key) {
        if (forget(key) != null) {
            tiers.counters().invalidated.increment();
        }
    }

    /** Another process changed the whole region, or nobody knows what. */
    void invalidatedAll() {
        tiers.counters().invalidated.add(local.cache().estimatedSize());
        RemoteTier l2 = tiers.l2();
        if (l2 != null) {
            l2.clearedElsewhere();
        }
        forgetAll();
    }

    /**
     * Puts a value unless there is one in either level. A load of the key that is under way is waited for.
     *
     * @return the value that is there, or {@link Answer#ABSENT} if there was none
     */
    Answer putIfAbsent(Object key, @Nullable Object value) {
        while (true) {
            Entry fresh = tiers.fresh(key);
            if (fresh != null) {
                return Answer.of(fresh.value());
            }
            Flight flight = loads.join(key);
            if (flight.claim()) {
                return insert(key, flight, value);
            }
            try {
                if (!flights.await(flight)) {
                    put(key, value);
                    return Answer.ABSENT;
                }
                // Looked for again: what was loaded is not there if the key was changed meanwhile.
            } catch (CompletionException ex) {
                // There is no value from that one.
            }
        }
    }

    private Answer insert(Object key, Flight flight, @Nullable Object value) {
        flight.runHere();
        try {
            Hit present = present(key, value);
            reads.abandon(key);
            leader.done(key, flight, (present != null) ? present.value() : value);
            if (present != null) {
                return Answer.of(present.value());
            }
            publish(key);
            return Answer.ABSENT;
        } catch (Throwable ex) {
            leader.failed(key, flight, ex);
            throw ex;
        }
    }

    /** What is there already, or {@code null} if the value has been put. */
    private @Nullable Hit present(Object key, @Nullable Object value) {
        Entry fresh = tiers.fresh(key);
        if (fresh != null) {
            return new Hit(fresh.value(), fresh.cas());
        }
        Stamp begun = guard.written(key);
        RemoteTier l2 = tiers.l2();
        if (l2 == null) {
            Entry faster = local.putIfAbsent(key, value, begun);
            return (faster != null) ? new Hit(faster.value(), faster.cas()) : null;
        }
        Hit present = l2.putIfAbsent(key, value).join();
        local.putIfUnchanged(
                key,
                (present != null) ? present.value() : value,
                (present != null) ? present.cas() : L2Store.NO_CAS,
                begun);
        if (present == null) {
            // A load that began meanwhile is not to put over it what it has.
            guard.written(key);
        }
        return present;
    }

    private @Nullable Entry forget(Object key) {
        guard.written(key);
        abandon(key);
        return local.remove(key);
    }

    private void forgetAll() {
        guard.cleared();
        flights.abandonAll();
        reads.abandonAll();
        local.clear();
    }

    private void abandon(Object key) {
        flights.abandon(key);
        reads.abandon(key);
    }

    /** A key without a text form that is the same in every process is told as the whole region. */
    private void publish(Object key) {
        publisher.accept(new Invalidation(tiers.settings().name(), Keys.encode(key)));
    }

    private void publishAll() {
        publisher.accept(new Invalidation(tiers.settings().name(), null));
    }
}
