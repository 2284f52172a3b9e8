/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the timing of stages: nothing unless it is switched on. */
@AutoConfiguration(
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBooleanProperty(name = "tuned.logging.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty("tuned.logging.stages.enabled")
@EnableConfigurationProperties(StageProperties.class)
public final class StagesAutoConfiguration {

    @Bean
    StageTable tunedLoggingStages(StageProperties properties) {
        return new StageTable(properties.getReportInterval());
    }

    /** Where Boot makes none; its own takes the handler by itself. */
    @Bean
    @ConditionalOnMissingBean
    ObservationRegistry tunedLoggingObservationRegistry(StageTable stages) {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(stages);
        return registry;
    }
}
