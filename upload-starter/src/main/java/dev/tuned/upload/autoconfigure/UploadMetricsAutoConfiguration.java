/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import dev.tuned.upload.storage.MemoryBudget;
import dev.tuned.upload.storage.UploadStorage;

/** Auto-configuration of the upload starter's meters, where Micrometer and a registry are. */
@AutoConfiguration(
        after = UploadAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, UploadStorage.class})
public final class UploadMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    UploadMeters uploadMeters(MeterRegistry registry) {
        return new UploadMeters(registry);
    }

    @Bean
    MeterBinder uploadMemoryMeters(UploadStorage storage) {
        MemoryBudget memory = storage.memory();
        return registry -> {
            Gauge.builder("tuned.upload.memory.used", memory, MemoryBudget::used)
                    .description("Memory that parts of uploads occupy")
                    .baseUnit("bytes")
                    .register(registry);
            Gauge.builder("tuned.upload.memory.max", memory, MemoryBudget::limit)
                    .description("Memory that parts of uploads may occupy")
                    .baseUnit("bytes")
                    .register(registry);
        };
    }
}
