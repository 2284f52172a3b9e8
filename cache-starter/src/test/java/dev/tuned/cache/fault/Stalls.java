/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How long the machine lets a thread wait that wants to run: what is late because of it says nothing about a cache. */
public final class Stalls implements AutoCloseable {

    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(2);
    /** Threads and processes that one after the other take part in a notification. */
    private static final int STEPS = 5;

    private final Thread thread = new Thread(this::measure, "stalls");
    private volatile long longest;

    public Stalls() {
        thread.setDaemon(true);
        thread.start();
    }

    private void measure() {
        long before = System.nanoTime();
        try {
            while (true) {
                TimeUnit.NANOSECONDS.sleep(PERIOD);
                long now = System.nanoTime();
                longest = Math.max(longest, now - before - PERIOD);
                before = now;
            }
        } catch (InterruptedException ex) {
            // It is closed.
            return;
        }
    }

    /** A bound as it is on a machine as busy as this one. */
    public Duration allow(Duration bound) {
        return bound.plusNanos(STEPS * longest);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
