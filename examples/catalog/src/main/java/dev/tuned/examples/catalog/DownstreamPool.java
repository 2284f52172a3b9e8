/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.util.concurrent.Semaphore;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/**
 * A downstream system behind a pool of connections without a timeout: who finds none free waits its turn, however long that
 * is. Meter {@code catalog.pool.waiting} tells how many do.
 */
@Component
class DownstreamPool {

    /** With calls of 10 ms that carries 1,600 a second. */
    static final int CONNECTIONS = 16;

    /** Fair, as connection pools are: the one that has waited longest is next. */
    private final Semaphore connections = new Semaphore(CONNECTIONS, true);

    DownstreamPool(MeterRegistry meters) {
        Gauge.builder("catalog.pool.waiting", connections, Semaphore::getQueueLength)
                .description("Requests that wait for a connection to the downstream system")
                .register(meters);
    }

    /** Waits for a connection and holds it for so long. */
    void call(int ms) throws InterruptedException {
        connections.acquire();
        try {
            Thread.sleep(ms);
        } finally {
            connections.release();
        }
    }
}
