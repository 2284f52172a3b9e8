/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Meters of a pool that fits the load: 0 where there is none. */
final class FittingMetrics implements MeterBinder {

    private static final String PREFIX = "tuned.threads.web.";

    private final TomcatThreadsCustomizer tomcat;

    FittingMetrics(TomcatThreadsCustomizer tomcat) {
        this.tomcat = tomcat;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(PREFIX + "virtual", this.tomcat, of(pool -> pool.running().size()))
                .description("Requests on virtual threads while waiting requests take the pool")
                .register(registry);
        FunctionCounter.builder(
                        PREFIX + "openings",
                        this.tomcat,
                        of(pool -> pool.serving().openings()))
                .description("Times that virtual threads have begun to serve")
                .register(registry);
    }

    private static ToDoubleFunction<TomcatThreadsCustomizer> of(ToDoubleFunction<FittingPool> value) {
        return tomcat -> {
            FittingPool pool = tomcat.pool();
            return (pool != null) ? value.applyAsDouble(pool) : 0;
        };
    }
}
