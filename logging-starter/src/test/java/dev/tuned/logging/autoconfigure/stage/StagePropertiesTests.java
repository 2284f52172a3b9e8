/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class StagePropertiesTests {

    @Test
    void nothingIsTimedByDefault() {
        StageProperties stages = bind(Map.of());
        assertThat(stages.getEnabled()).isFalse();
        assertThat(stages.getReportInterval()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void stagesAreWhatIsConfigured() {
        StageProperties stages = bind(Map.of(
                "tuned.logging.stages.enabled", "true",
                "tuned.logging.stages.report-interval", "0"));
        assertThat(stages.getEnabled()).isTrue();
        assertThat(stages.getReportInterval()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"report-interval, -1s", "report-interval, 100us", "report-interval, 25h"})
    void anUnusableValueNamesItsProperty(String property, String value) {
        assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
                .isThrownBy(() -> bind(Map.of("tuned.logging.stages." + property, value)))
                .withMessageContaining("tuned.logging.stages." + property + " ");
    }

    private static StageProperties bind(Map<String, Object> properties) {
        StageProperties stages = new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("tuned.logging.stages", StageProperties.class);
        stages.afterPropertiesSet();
        return stages;
    }
}
