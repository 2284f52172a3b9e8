/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

import dev.tuned.threads.Bound;
import dev.tuned.threads.OnSaturation;
import dev.tuned.threads.autoconfigure.ThreadsProperties.Mode;
import dev.tuned.threads.autoconfigure.ThreadsProperties.OnUnsupported;
import dev.tuned.threads.autoconfigure.ThreadsProperties.TargetMode;
import dev.tuned.threads.autoconfigure.TomcatProperties.ConnectorType;
import dev.tuned.threads.autoconfigure.TomcatProperties.Preset;
import dev.tuned.threads.autoconfigure.TomcatProperties.Sendfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ThreadsPropertiesTests {

    @Test
    void defaults() {
        ThreadsProperties properties = Plans.bind();
        assertThat(properties.enabled()).isTrue();
        assertThat(properties.mode()).isEqualTo(Mode.AUTO);
        assertThat(properties.onUnsupported()).isEqualTo(OnUnsupported.WARN);
        assertThat(properties.web().mode()).isEqualTo(TargetMode.INHERIT);
        assertThat(properties.async().mode()).isEqualTo(TargetMode.INHERIT);
        assertThat(properties.scheduling().mode()).isNull();
        assertThat(properties.tomcat().processorCache()).isEqualTo("auto");
        assertThat(properties.async().bound()).isEqualTo(Bound.NONE);
        assertThat(properties.executors()).isEmpty();
        assertThat(properties.propagateContext()).isTrue();
        assertThat(properties.propagateMdc()).isTrue();
        ExecutorProperties executor = Plans.bind("tuned.threads.executors.reports.mode=inherit")
                .executors()
                .get("reports");
        assertThat(executor)
                .isEqualTo(new ExecutorProperties(TargetMode.INHERIT, 0, null, OnSaturation.QUEUE, null, null, null));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"auto,-", "AUTO,-", "-1,-1", "0,0", "500,500"})
    void processorCacheIsAutoOrASize(String value, Integer size) {
        assertThat(tomcat(value).fixedProcessorCache()).isEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-2", "many", "1.5", "99999999999", "unlimited"})
    void otherProcessorCachesAreRefused(String value) {
        assertThatExceptionOfType(InvalidThreadsConfigurationException.class).isThrownBy(() -> tomcat(value));
    }

    private static TomcatProperties tomcat(String processorCache) {
        return new TomcatProperties(
                processorCache,
                ConnectorType.NIO,
                Preset.NONE,
                new Sendfile(true, DataSize.ofKilobytes(48), null, true));
    }
}
