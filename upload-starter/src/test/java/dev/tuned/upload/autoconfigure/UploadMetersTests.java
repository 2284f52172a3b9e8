/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.util.List;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

import dev.tuned.upload.UploadListener.Mode;
import dev.tuned.upload.storage.UploadStorage;

import static org.assertj.core.api.Assertions.assertThat;

class UploadMetersTests {

    private final WebApplicationContextRunner web = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(MultipartAutoConfiguration.class, UploadAutoConfiguration.class));

    @Test
    void metersCountByModeAndOutcome() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        UploadMeters meters = new UploadMeters(new UploadStorage(1));
        meters.bindTo(registry);
        meters.started(Mode.MULTIPART_FILE);
        meters.started(Mode.STREAMING);
        meters.finished(Mode.STREAMING, "too-slow", 7, 1_000_000_000);
        meters.partStored(true, 5);
        meters.partStored(false, 50);
        meters.partStored(false, 60);
        meters.partsCounted(3, 7);
        meters.partsCounted(2, 9);
        assertThat(registry.get("tuned.upload.requests")
                        .tags("mode", "streaming", "outcome", "too-slow")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("tuned.upload.active")
                        .tags("mode", "multipart-file")
                        .gauge()
                        .value())
                .isEqualTo(1);
        assertThat(registry.get("tuned.upload.active")
                        .tags("mode", "streaming")
                        .gauge()
                        .value())
                .isZero();
        assertThat(registry.get("tuned.upload.bytes")
                        .tags("mode", "streaming")
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
        assertThat(registry.get("tuned.upload.files.highest").gauge().value()).isEqualTo(3);
        assertThat(registry.get("tuned.upload.fields.highest").gauge().value()).isEqualTo(9);
    }

    @Test
    void memoryHasGauges() {
        web.run(context -> {
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            context.getBean(UploadMeters.class).bindTo(registry);
            assertThat(registry.get("tuned.upload.memory.used").gauge().value()).isZero();
            assertThat(registry.get("tuned.upload.memory.max").gauge().value()).isPositive();
        });
    }

    @Test
    void severalRegistriesHaveThem() {
        SimpleMeterRegistry one = new SimpleMeterRegistry();
        SimpleMeterRegistry other = new SimpleMeterRegistry();
        UploadMeters meters = new UploadMeters(new UploadStorage(1));
        meters.bindTo(one);
        meters.bindTo(other);
        meters.partStored(true, 5);
        assertThat(List.of(one, other))
                .allSatisfy(registry -> assertThat(
                                registry.get("tuned.upload.parts").summary().totalAmount())
                        .isEqualTo(5));
    }

    @Test
    void theSwitchOfTheStarterTurnsThemOff() {
        web.withPropertyValues("tuned.upload.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(UploadMeters.class));
    }

    @Test
    void needsMicrometer() {
        web.withClassLoader(new FilteredClassLoader(MeterBinder.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("tunedUploadMeters"));
    }
}
