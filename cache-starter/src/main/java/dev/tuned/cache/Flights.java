/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/** The loads of one region that are under way, one per key. Thread-safe. */
final class Flights {

    private final Map<Object, Flight> running = new ConcurrentHashMap<>();
    private final Map<Thread, Flight> waiting;

    /**
     * Creates an empty set of loads.
     *
     * @param waiting which thread waits for which load, shared by all regions of a manager
     */
    Flights(Map<Thread, Flight> waiting) {
        this.waiting = waiting;
    }

    @Nullable
    Flight running(Object key) {
        return running.get(key);
    }

    /** Registers a load, unless there is one for the key: then that one is returned. */
    @Nullable
    Flight register(Object key, Flight flight) {
        return running.putIfAbsent(key, flight);
    }

    void done(Object key, Flight flight) {
        running.remove(key, flight);
    }

    /** Lets later reads load anew: what the running load returns is out of date. */
    void abandon(Object key) {
        running.remove(key);
    }

    void abandonAll() {
        running.clear();
    }

    /** Loads under way, and threads that wait for one. */
    int size() {
        return running.size() + waiting.size();
    }

    /** Whether waiting for a load would, directly or through other waiting threads, be waiting for oneself. */
    private boolean wouldDeadlock(Flight flight) {
        Thread self = Thread.currentThread();
        Flight next = flight;
        while (next != null) {
            Thread owner = next.owner();
            if (owner == self) {
                return true;
            }
            next = (owner != null) ? waiting.get(owner) : null;
        }
        return false;
    }

    /**
     * Waits for a load.
     *
     * @return whether it was waited for; not when that would be waiting for oneself
     * @throws CompletionException if the load failed
     */
    boolean await(Flight flight) {
        Thread self = Thread.currentThread();
        // Entered before looking: of two threads about to wait for each other, the later one sees the earlier.
        Flight before = waiting.put(self, flight);
        try {
            if (wouldDeadlock(flight)) {
                return false;
            }
            flight.result().join();
            return true;
        } finally {
            if (before != null) {
                waiting.put(self, before);
            } else {
                waiting.remove(self);
            }
        }
    }
}
