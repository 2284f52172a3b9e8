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
        Map<TunedAsyncAppender, AppenderMeters> bound = new HashMap<>();
        follow(registry, bound);
        Gauge.builder("tuned.logging.appenders", () -> follow(registry, bound))
                .description("Appenders that are asynchronous")
                .register(registry);
        Gauge.builder("tuned.logging.appenders.stock", this::stock)
                .description("Appenders that were left as they are")
                .register(registry);
    }

    private int stock() {
        InstalledLogging installed = active.get();
        return installed != null ? installed.current().stock() : 0;
    }

    private synchronized int follow(MeterRegistry registry, Map<TunedAsyncAppender, AppenderMeters> bound) {
        InstalledLogging installed = active.get();
        List<TunedAsyncAppender> appenders = (installed != null) ? installed.appenders() : List.of();
        bound.entrySet().removeIf(one -> {
            boolean gone = !appenders.contains(one.getKey());
            if (gone) {
                one.getValue().remove();
            }
            return gone;
        });
        for (TunedAsyncAppender appender : appenders) {
            if (!bound.containsKey(appender)) {
                bound.put(appender, new AppenderMeters(registry, appender, () -> follow(registry, bound)));
            }
        }
        return appenders.size();
    }
}
