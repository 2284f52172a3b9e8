/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

import dev.tuned.logging.install.InstalledLogging;
import dev.tuned.logging.output.AppenderQueue;

/**
 * Registers the meters of each asynchronous appender, and follows when logging is configured again: whenever one of them is read, those
 * of names that are gone are removed, and those of new names registered. The meters of a name that is still there stay, so that a scrape
 * has them; they read the new appender, which counts from zero.
 */
final class AppenderMeterBinder implements MeterBinder {

    private final Supplier<@Nullable InstalledLogging> active;

    AppenderMeterBinder(Supplier<@Nullable InstalledLogging> active) {
        this.active = active;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Map<String, AppenderMeters> bound = new HashMap<>();
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

    /** While logging is being set up there is none active, and what was there is kept. */
    private synchronized int follow(MeterRegistry registry, Map<String, AppenderMeters> bound) {
        InstalledLogging installed = active.get();
        if (installed == null || !installed.isStarted()) {
            return 0;
        }
        Map<String, AppenderQueue> appenders = new LinkedHashMap<>();
        installed.current().queues().forEach(one -> appenders.putIfAbsent(one.name(), one));
        bound.entrySet().removeIf(one -> {
            boolean gone = !appenders.containsKey(one.getKey());
            if (gone) {
                one.getValue().remove();
            }
            return gone;
        });
        appenders.forEach((name, appender) -> {
            AppenderMeters meters = bound.get(name);
            if (meters == null) {
                bound.put(name, new AppenderMeters(registry, appender, () -> follow(registry, bound)));
            } else {
                meters.read(appender);
            }
        });
        return appenders.size();
    }
}
