/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** A process with a cache in it and a log. What it caches never expires: only invalidations keep it current. */
public class SimulatedNode implements InvalidationListener {

    static final String REGION = "products";

    final Map<String, Long> l1 = new HashMap<>();
    /** When what {@link #hold} put was read; the beginning of time for what a test puts itself. */
    final Map<String, Long> readAt = new HashMap<>();

    final Map<String, Integer> losses = new HashMap<>();
    final SimulatedServer.Client client;
    final ProcessTimer timer;
    final CouchbaseInvalidationLog log;
    int received;
    /** What a test says, where the entries do not show it: one that is about to put some is holding. */
    boolean holding = true;

    SimulatedNode(VirtualTime time, SimulatedServer server, LogSettings settings) {
        this(server, settings, new ProcessTimer(time));
    }

    SimulatedNode(SimulatedServer server, LogSettings settings, ProcessTimer timer) {
        this.client = server.new Client();
        this.timer = timer;
        this.log = new CouchbaseInvalidationLog(client, settings, "cache", timer);
        log.start(this);
    }

    void changed(@Nullable String key) {
        log.publish(new Invalidation(REGION, key));
    }

    @Override
    public void invalidated(Invalidation invalidation) {
        received++;
        if (invalidation.isClear()) {
            l1.clear();
        } else {
            l1.remove(invalidation.key());
        }
    }

    @Override
    public boolean isHolding() {
        return holding;
    }

    /** Puts an entry as L1 does. */
    void hold(String key, long value) {
        l1.put(key, value);
        holding = true;
        readAt.put(key, timer.nanoTime());
        log.entryAdded();
    }

    /** Reads an entry as L1 does. */
    @Nullable
    Long read(String key) {
        boolean mayBeServed = log.beforeRead(readAt.getOrDefault(key, 0L), timer.nanoTime());
        return mayBeServed ? l1.get(key) : null;
    }

    @Override
    public void lost(String reason) {
        losses.merge(reason, 1, Integer::sum);
        l1.clear();
    }
}
