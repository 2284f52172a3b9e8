/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.threads.limit.ConcurrencyGate;

/**
 * Meters of the bound on requests.
 *
 * @param gate the bound
 */
record WebBoundMetrics(ConcurrencyGate gate) implements MeterBinder {

    private static final String PREFIX = "tuned.threads.web.";

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(PREFIX + "active", this.gate, ConcurrencyGate::active)
                .description("Requests being handled, without those on exempt paths")
                .register(registry);
        Gauge.builder(PREFIX + "waiting", this.gate, ConcurrencyGate::waiting)
                .description("Requests waiting to be let in")
                .register(registry);
        Gauge.builder(PREFIX + "limit", this.gate, ConcurrencyGate::limit)
                .description("Requests that may be handled at once")
                .register(registry);
        FunctionCounter.builder(PREFIX + "rejected", this.gate, ConcurrencyGate::rejected)
                .description("Requests that were not let in")
                .register(registry);
    }
}
