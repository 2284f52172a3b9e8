/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.PositiveOrZero;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Requests that do nothing, or wait as a call to another service does. */
@RestController
class WaitController {

    private static final int MAX_MS = 60_000;

    private final AtomicInteger slow = new AtomicInteger();
    private final AtomicInteger slowPeak;

    /** A pool of connections to another service. A request that finds none free waits, and fails after its timeout if it has one. */
    private final Semaphore connections = new Semaphore(16, true);

    WaitController(MeterRegistry meters) {
        slowPeak = meters.gauge("catalog.slow.peak", new AtomicInteger());
        meters.gauge("catalog.pool.waiting", connections, Semaphore::getQueueLength);
    }

    @GetMapping(path = "/hello", produces = MediaType.TEXT_PLAIN_VALUE)
    String hello() {
        return "hello";
    }

    @GetMapping(path = "/slow", produces = MediaType.TEXT_PLAIN_VALUE)
    String slow(@RequestParam(defaultValue = "50") @PositiveOrZero @Max(MAX_MS) int ms) throws InterruptedException {
        slowPeak.accumulateAndGet(slow.incrementAndGet(), Math::max);
        try {
            Thread.sleep(ms);
        } finally {
            slow.decrementAndGet();
        }
        return "slept " + ms + " ms";
    }

    @GetMapping(path = "/pooled", produces = MediaType.TEXT_PLAIN_VALUE)
    String pooled(
            @RequestParam(defaultValue = "10") @PositiveOrZero @Max(MAX_MS) int ms,
            @RequestParam(required = false) @Nullable Integer timeout)
            throws InterruptedException {
        long wait = (timeout != null) ? timeout : Long.MAX_VALUE;
        if (!connections.tryAcquire(wait, TimeUnit.MILLISECONDS)) {
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, "no connection within " + wait + " ms");
        }
        try {
            Thread.sleep(ms);
        } finally {
            connections.release();
        }
        return "held a connection for " + ms + " ms";
    }
}
