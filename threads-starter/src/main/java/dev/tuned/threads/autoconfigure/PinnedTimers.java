/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.tuned.threads.pinning.PinnedReason;
import dev.tuned.threads.pinning.PinningListener;

/** Timers of pinned threads by reason, in every registry it is bound to; all are there from the beginning, as 0. Thread-safe. */
final class PinnedTimers implements MeterBinder, PinningListener {

    private final List<Map<PinnedReason, Timer>> registries = new CopyOnWriteArrayList<>();

    @Override
    public void bindTo(MeterRegistry registry) {
        Map<PinnedReason, Timer> timers = new EnumMap<>(PinnedReason.class);
        for (PinnedReason reason : PinnedReason.values()) {
            timers.put(
                    reason,
                    Timer.builder("tuned.threads.pinned")
                            .description("Time for which virtual threads blocked and kept their carrier thread.")
                            .tag("reason", reason.tag())
                            .register(registry));
        }
        this.registries.add(timers);
    }

    @Override
    public void pinned(PinnedReason reason, Duration duration) {
        this.registries.forEach(
                timers -> Objects.requireNonNull(timers.get(reason)).record(duration));
    }
}
