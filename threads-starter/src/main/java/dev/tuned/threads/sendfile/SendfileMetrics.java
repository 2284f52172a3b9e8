/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Meters of sendfile: what was sent and what was not. */
final class SendfileMetrics implements MeterBinder {

    private static final String PREFIX = "tuned.threads.sendfile.";

    private final SendfileCounts counts;

    SendfileMetrics(SendfileCounts counts) {
        this.counts = counts;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder(PREFIX + "sent", this.counts, SendfileCounts::sent)
                .description("Static resources and ranges sent by sendfile")
                .register(registry);
        FunctionCounter.builder(PREFIX + "bytes", this.counts, SendfileCounts::bytes)
                .description("Bytes sent by sendfile")
                .baseUnit(BaseUnits.BYTES)
                .register(registry);
        for (Fallback reason : Fallback.values()) {
            FunctionCounter.builder(PREFIX + "fallback", this.counts, counts -> counts.fallbacks(reason))
                    .description("Static resources and ranges that were copied instead")
                    .tag("reason", reason.id())
                    .register(registry);
        }
    }
}
