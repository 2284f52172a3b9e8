/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.cache.store.StoreListener;

/**
 * Times the operations on L2. Is bound to registries like any binder, and not made from one: the cache manager needs it
 * earlier than registries should exist. Thread-safe.
 */
final class StoreMeters implements StoreListener, MeterBinder {

    private final List<MeterProvider<Timer>> timers = new CopyOnWriteArrayList<>();

    @Override
    public void bindTo(MeterRegistry registry) {
        timers.add(Timer.builder("tuned.cache.l2.operations")
                .description("Operations on L2; rejected ones were not sent because the breaker was open")
                .withRegistry(registry));
    }

    @Override
    public void completed(Operation operation, Outcome outcome, long nanos) {
        for (MeterProvider<Timer> timer : timers) {
            timer.withTags("operation", tag(operation), "outcome", tag(outcome)).record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    private static String tag(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
