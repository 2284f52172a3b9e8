/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.time.Duration;
import java.time.Instant;

import com.github.benmanes.caffeine.cache.Ticker;

import dev.tuned.cache.store.StoreState.Breaker;

/**
 * Opens after some failures in a row, and then lets one operation through at a time until one succeeds. Thread-safe.
 *
 * <p>Every change of state begins an epoch, which is the permit of the operations that start in it. What ends in a later
 * epoch says nothing about it and is not counted: a late failure does not open the breaker again, a late success does not
 * close it.
 */
final class CircuitBreaker {

    /** The permit of an operation that must not run. */
    static final long REJECTED = -1;

    private final int threshold;
    private final long openNanos;
    private final Ticker ticker;

    private volatile Breaker state = Breaker.CLOSED;
    private volatile Instant since = Instant.now();
    private volatile long epoch;
    private volatile int failures;
    private long nextProbe;

    CircuitBreaker(BreakerSettings settings, Ticker ticker) {
        this.threshold = settings.getFailureThreshold();
        this.openNanos = settings.getOpen().toNanos();
        this.ticker = ticker;
    }

    Breaker state() {
        return state;
    }

    Instant since() {
        return since;
    }

    int failures() {
        return failures;
    }

    /**
     * Asks to run an operation.
     *
     * @param timeout how long it may take
     * @return its permit, or {@link #REJECTED}
     */
    long acquire(Duration timeout) {
        long current = epoch;
        return (state == Breaker.CLOSED) ? current : acquireProbe(timeout);
    }

    private synchronized long acquireProbe(Duration timeout) {
        if (state == Breaker.CLOSED) {
            return epoch;
        }
        long now = ticker.read();
        if (now - nextProbe < 0) {
            return REJECTED;
        }
        // Another probe follows one that never ends, which a store should not have.
        nextProbe = now + timeout.toNanos() + openNanos;
        enter(Breaker.HALF_OPEN);
        return epoch;
    }

    void succeeded(long permit) {
        if (failures != 0) {
            recover(permit);
        }
    }

    private synchronized void recover(long permit) {
        if (permit == epoch) {
            failures = 0;
            if (state != Breaker.CLOSED) {
                enter(Breaker.CLOSED);
            }
        }
    }

    synchronized void failed(long permit) {
        if (permit != epoch) {
            return;
        }
        failures++;
        if (state == Breaker.HALF_OPEN || failures >= threshold) {
            nextProbe = ticker.read() + openNanos;
            enter(Breaker.OPEN);
        }
    }

    private synchronized void enter(Breaker next) {
        epoch++;
        state = next;
        since = Instant.now();
    }
}
