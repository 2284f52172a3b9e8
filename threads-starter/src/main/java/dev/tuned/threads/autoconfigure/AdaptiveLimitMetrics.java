/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.threads.limit.AdaptiveLimit;

/**
 * Meter of what an adaptive limit goes by.
 *
 * @param limit the limit
 */
record AdaptiveLimitMetrics(AdaptiveLimit limit) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        TimeGauge.builder(
                        "tuned.threads.web.latency.without.queue",
                        this.limit,
                        TimeUnit.NANOSECONDS,
                        adaptive -> adaptive.baseline().toNanos())
                .description("Mean response time without a queue, as the adaptive limit has measured it")
                .register(registry);
    }
}
