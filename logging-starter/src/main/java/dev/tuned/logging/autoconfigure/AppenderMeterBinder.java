/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.TunedAsyncAppender;
import dev.tuned.logging.install.InstalledLogging;

/**
 * Registers the meters of each asynchronous appender, and follows when logging is configured again: whenever one of them is read, those
 * of appenders that are gone are removed, and those of new ones registered. An appender of the same name counts from zero again.
 */
final class AppenderMeterBinder implements MeterBinder {

    private final Supplier<@Nullable InstalledLogging> active;

    AppenderMeterBinder(Supplier<@Nullable InstalledLogging> active) {
        this.active = active;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Bound one = new Bound(registry);
        one.follow();
        Gauge.builder("tuned.logging.appenders", one, Bound::follow)
                .description("Appenders that are asynchronous")
                .strongReference(true)
                .register(registry);
        Gauge.builder("tuned.logging.appenders.stock", this, AppenderMeterBinder::stock)
                .description("Appenders that were left as they are")
                .strongReference(true)
                .register(registry);
    }

    private int stock() {
        InstalledLogging installed = active.get();
        return installed != null ? installed.current().stock() : 0;
    }

    private final class Bound {

        private final MeterRegistry registry;
        private final Map<TunedAsyncAppender, AppenderMeters> meters = new HashMap<>();

        Bound(MeterRegistry registry) {
            this.registry = registry;
        }

        synchronized int follow() {
            InstalledLogging installed = active.get();
            List<TunedAsyncAppender> appenders = (installed != null) ? installed.appenders() : List.of();
            meters.entrySet().removeIf(bound -> {
                boolean gone = !appenders.contains(bound.getKey());
                if (gone) {
                    bound.getValue().remove();
                }
                return gone;
            });
            for (TunedAsyncAppender appender : appenders) {
                if (!meters.containsKey(appender)) {
                    meters.put(appender, new AppenderMeters(registry, appender, this::follow));
                }
            }
            return appenders.size();
        }
    }
}
