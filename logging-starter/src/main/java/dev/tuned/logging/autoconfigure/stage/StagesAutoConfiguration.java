/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import dev.tuned.logging.stage.Stages;

/** Auto-configuration of the timing of stages. There always are {@link Stages} to be injected; switched off they do nothing. */
@AutoConfiguration
@Import(StageRecordingConfiguration.class)
public final class StagesAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    Stages tunedLoggingStagesOff() {
        return Stages.off();
    }
}
