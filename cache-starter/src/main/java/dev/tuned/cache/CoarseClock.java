/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.TimeUnit;

/**
 * The system's clock, and a bound for it that costs one field: reading the clock takes about twice as long as all the
 * rest of a hit.
 *
 * <p>A thread moves the bound twenty times a second, each time to a second from now. So an entry is served without a
 * look at the clock until a second before its end, and with one from then on. To be served after its end, the thread
 * would have to be late by a second: short of a pause of the whole process, in the moment after it, it is not.
 */
final class CoarseClock implements LocalClock {

    private static final long SLACK = TimeUnit.SECONDS.toNanos(1);
    private static final long TICK_MILLIS = 50;
    private static final long NEVER = Long.MAX_VALUE / 2;

    private final Thread thread = new Thread(this::run, "tuned-cache-clock");
    private volatile long bound = System.nanoTime() + SLACK;

    CoarseClock() {
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public long read() {
        return System.nanoTime();
    }

    @Override
    public long bound() {
        return bound;
    }

    private void run() {
        try {
            while (true) {
                bound = System.nanoTime() + SLACK;
                Thread.sleep(TICK_MILLIS);
            }
        } catch (InterruptedException ex) {
            // Closed.
        } finally {
            // Nobody moves the bound any more: from now on each read has to look at the clock.
            bound = System.nanoTime() + NEVER;
        }
    }

    /** Ends the thread; the clock goes on, at the price of a look at the system's. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
