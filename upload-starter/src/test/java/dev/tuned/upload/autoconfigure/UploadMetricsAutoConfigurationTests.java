/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

import dev.tuned.upload.UploadListener.Tier;

import static org.assertj.core.api.Assertions.assertThat;

class UploadMetricsAutoConfigurationTests {

    private final WebApplicationContextRunner web = new WebApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(UploadAutoConfiguration.class, UploadMetricsAutoConfiguration.class));

    @Test
    void metersCountByTierAndOutcome() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        UploadMeters meters = new UploadMeters(registry);
        meters.started(Tier.PARTS);
        meters.started(Tier.STREAM);
        meters.finished(Tier.STREAM, "too-slow", 7, 1_000_000_000);
        meters.kept(true, 5);
        meters.kept(false, 50);
        meters.kept(false, 60);
        meters.fellBack();
        assertThat(registry.get("tuned.upload.requests")
                        .tags("tier", "stream", "outcome", "too-slow")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("tuned.upload.active")
                        .tags("tier", "parts")
                        .gauge()
                        .value())
                .isEqualTo(1);
        assertThat(registry.get("tuned.upload.active")
                        .tags("tier", "stream")
                        .gauge()
                        .value())
                .isZero();
        assertThat(registry.get("tuned.upload.bytes")
                        .tags("tier", "stream")
                        .summary()
                        .totalAmount())
                .isEqualTo(7);
        assertThat(registry.get("tuned.upload.parts")
                        .tags("kept", "memory")
                        .summary()
                        .totalAmount())
                .isEqualTo(5);
        assertThat(registry.get("tuned.upload.parts")
                        .tags("kept", "file")
                        .summary()
                        .count())
                .isEqualTo(2);
        assertThat(registry.get("tuned.upload.fallbacks").counter().count()).isEqualTo(1);
    }

    @Test
    void memoryHasGauges() {
        web.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run(context -> {
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            context.getBean("uploadMemoryMeters", MeterBinder.class).bindTo(registry);
            assertThat(registry.get("tuned.upload.memory.used").gauge().value()).isZero();
            assertThat(registry.get("tuned.upload.memory.max").gauge().value()).isEqualTo(64 << 20);
        });
    }

    @Test
    void needsARegistry() {
        web.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(UploadMeters.class));
    }

    @Test
    void needsMicrometer() {
        web.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("uploadMeters"));
    }
}
