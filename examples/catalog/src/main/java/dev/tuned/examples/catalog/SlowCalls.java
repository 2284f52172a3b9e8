/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** Blocks as a downstream call does and knows the most that were blocked at one time: meter {@code catalog.slow.peak}. */
@Component
class SlowCalls {

    private final AtomicInteger active = new AtomicInteger();
    private final AtomicInteger peak = new AtomicInteger();

    SlowCalls(MeterRegistry meters) {
        Gauge.builder("catalog.slow.peak", peak, AtomicInteger::get)
                .description("Most requests that were blocked at one time")
                .register(meters);
    }

    void block(int ms) throws InterruptedException {
        peak.accumulateAndGet(active.incrementAndGet(), Math::max);
        try {
            Thread.sleep(ms);
        } finally {
            active.decrementAndGet();
        }
    }
}
