/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.logging.AppenderDescription;
import dev.tuned.logging.TunedAsyncAppender;

/**
 * Registers the meters of each asynchronous appender, and follows when logging is configured again: whenever one of them is read, those
 * of appenders that are gone are removed, and those of new ones registered. An appender of the same name counts from zero again.
 */
final class AppenderMeterBinder implements MeterBinder {

    private final ActivePreset active;
    /** Meters refer weakly to what they read. */
    private final List<Bound> bound = new ArrayList<>();

    AppenderMeterBinder(ActivePreset active) {
        this.active = active;
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        Bound one = new Bound(registry);
        bound.add(one);
        one.follow();
        Gauge.builder("tuned.logging.appenders", one, Bound::follow)
                .description("Appenders that are asynchronous")
                .register(registry);
    }

    private final class Bound {

        private final MeterRegistry registry;
        private final Map<TunedAsyncAppender, AppenderMeters> meters = new HashMap<>();

        Bound(MeterRegistry registry) {
            this.registry = registry;
        }

        synchronized int follow() {
            List<AppenderDescription> sinks = active.appenders();
            removeAllBut(sinks.stream().map(AppenderDescription::appender).collect(Collectors.toSet()));
            for (AppenderDescription sink : sinks) {
                meters.computeIfAbsent(sink.appender(), key -> new AppenderMeters(registry, sink, this::follow));
            }
            return sinks.size();
        }

        private void removeAllBut(Set<TunedAsyncAppender> current) {
            meters.entrySet().removeIf(entry -> {
                boolean gone = !current.contains(entry.getKey());
                if (gone) {
                    entry.getValue().remove();
                }
                return gone;
            });
        }
    }
}
