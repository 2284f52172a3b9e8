/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.local.Versions;
import dev.tuned.cache.region.Load.NotMadeException;

/** The loads of one region that run, one per key. Thread-safe. */
public final class LoadRegistry {

    private final Map<Object, Load> running = new ConcurrentHashMap<>();
    private final Waiters waiters;
    private final Versions guard;

    LoadRegistry(Waiters waiters, Versions guard) {
        this.waiters = waiters;
        this.guard = guard;
    }

    /** Which thread waits for which loads, for all regions of a manager. Thread-safe. */
    public static final class Waiters {

        private final Map<Thread, Set<Load>> loads = new ConcurrentHashMap<>();

        int size() {
            return loads.size();
        }
    }

    /** The load of a key that runs. One that its thread has abandoned does not any more, and who waits for it is woken. */
    @Nullable
    Load running(Object key) {
        Load present = running.get(key);
        if (present != null && present.isAbandoned()) {
            running.remove(key, present);
            present.result().completeExceptionally(new NotMadeException());
            return null;
        }
        return present;
    }

    /** The load of a key that runs, else a new one that nobody makes yet. */
    Load join(Object key) {
        Load present = running(key);
        if (present != null) {
            return present;
        }
        Load created = new Load(guard.stamp(key), null);
        Load faster = running.putIfAbsent(key, created);
        return (faster != null) ? faster : created;
    }

    /** The load that takes the place of one that takes long: one that nobody makes yet, or that of whoever was faster. */
    Load takeOver(Object key, Load late) {
        running.remove(key, late);
        return join(key);
    }

    /** Registers a load, unless there is one for the key: then that one is returned. */
    @Nullable
    Load register(Object key, Load load) {
        Load present = running(key);
        return (present != null) ? present : running.putIfAbsent(key, load);
    }

    void remove(Object key, Load load) {
        running.remove(key, load);
    }

    /** Lets later reads load again: what the running load returns is stale. */
    void abandon(Object key) {
        running.remove(key);
    }

    void abandonAll() {
        running.clear();
    }

    /** Loads that run, and threads that wait for one. */
    int size() {
        return running.size() + waiters.size();
    }

    /**
     * Registers that this thread waits for a load, unless waiting would be, directly or through other waiting threads,
     * waiting for itself. Every call that returns {@code true} needs a {@link #waitedFor}.
     */
    boolean mayWaitFor(Load load) {
        Thread self = Thread.currentThread();
        // Entered before looking: of two threads about to wait for each other, the later one sees the earlier.
        waiters.loads
                .computeIfAbsent(self, thread -> ConcurrentHashMap.newKeySet())
                .add(load);
        if (leadsTo(self, load, ConcurrentHashMap.newKeySet())) {
            waitedFor(self, load);
            return false;
        }
        return true;
    }

    void waitedFor(Thread thread, Load load) {
        waiters.loads.computeIfPresent(thread, (waiting, loads) -> {
            loads.remove(load);
            return loads.isEmpty() ? null : loads;
        });
    }

    private boolean leadsTo(Thread self, Load load, Set<Load> seen) {
        Thread thread = load.thread();
        if (thread == self) {
            return true;
        }
        return thread != null
                && seen.add(load)
                && waiters.loads.getOrDefault(thread, Set.of()).stream().anyMatch(next -> leadsTo(self, next, seen));
    }
}
