/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongConsumer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanCreationNotAllowedException;
import org.springframework.beans.factory.ObjectProvider;

/** A timer for each stage: {@code tuned.logging.stage}, tagged with the stage's name. */
final class StageMeters implements Function<String, LongConsumer> {

    private final ObjectProvider<MeterRegistry> registries;

    StageMeters(ObjectProvider<MeterRegistry> registries) {
        this.registries = registries;
    }

    /** Looks the registry up when a stage first ends: a bean that times its own creation must not create the registry early. */
    @Override
    public LongConsumer apply(String stage) {
        MeterRegistry registry = registry();
        if (registry == null) {
            return nanos -> {};
        }
        Timer timer = Timer.builder("tuned.logging.stage")
                .description("Time from the start of a stage to its end")
                .tag("stage", stage)
                .register(registry);
        return nanos -> timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    private @Nullable MeterRegistry registry() {
        try {
            return registries.getIfUnique();
        } catch (BeanCreationNotAllowedException ex) {
            // A stage that first ends while the context closes.
            return null;
        }
    }
}
