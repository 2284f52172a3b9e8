/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.report;

import java.util.List;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Meters of all parts. Holds the objects that they read, because meters hold them weakly. */
public final class ThreadsMeters implements MeterBinder {

    private final List<Count> counts;

    public ThreadsMeters(ThreadsReport report) {
        counts = report.parts().stream().flatMap(part -> part.counts().stream()).toList();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (Count count : counts) {
            String name = "tuned.threads." + count.meter();
            ToDoubleFunction<Count> number = each -> (double) each.number().getAsLong();
            Tags tags = (count.tag() != null) ? Tags.of(count.tag(), count.value()) : Tags.empty();
            if (count.total()) {
                FunctionCounter.builder(name, count, number)
                        .description(count.description())
                        .tags(tags)
                        .register(registry);
            } else {
                Gauge.builder(name, count, number)
                        .description(count.description())
                        .tags(tags)
                        .register(registry);
            }
        }
    }
}
