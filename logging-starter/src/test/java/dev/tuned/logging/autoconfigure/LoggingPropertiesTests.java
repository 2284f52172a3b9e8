/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import dev.tuned.logging.AsyncSettings;
import dev.tuned.logging.CallerDataMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LoggingPropertiesTests {

    @Test
    void defaults() {
        LoggingProperties properties = bind(Map.of());
        assertThat(properties.enabled()).isTrue();
        assertThat(properties.async().queueSize()).isEqualTo(8192);
        assertThat(properties.async().include()).isEmpty();
        assertThat(properties.async().exclude()).isEmpty();
        assertThat(properties.callerData()).isEqualTo(CallerDataMode.AUTO);
        assertThat(properties.flushInterval()).isEqualTo(Duration.ofMillis(200));
        assertThat(properties.shutdownTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(properties.exceptionPackagingData()).isFalse();
        assertThat(properties.stages().enabled()).isTrue();
        assertThat(properties.stages().reportInterval()).isEqualTo(Duration.ofSeconds(30));
        assertThat(properties.stages().slowRequestThreshold()).isNull();
    }

    @Test
    void settingsAreWhatIsConfigured() {
        LoggingProperties properties = bind(Map.of(
                "tuned.logging.async.queue-size", "100",
                "tuned.logging.async.include", "A,B",
                "tuned.logging.async.exclude", "C",
                "tuned.logging.caller-data", "on",
                "tuned.logging.flush-interval", "1s",
                "tuned.logging.shutdown-timeout", "2s"));
        assertThat(properties.toSettings())
                .isEqualTo(new AsyncSettings(
                        100,
                        Set.of("A", "B"),
                        Set.of("C"),
                        CallerDataMode.ON,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2)));
    }

    @Test
    void stagesAreWhatIsConfigured() {
        LoggingProperties.Stages stages = bind(Map.of(
                        "tuned.logging.stages.enabled", "false",
                        "tuned.logging.stages.report-interval", "0",
                        "tuned.logging.stages.slow-request-threshold", "500ms"))
                .stages();
        assertThat(stages.enabled()).isFalse();
        assertThat(stages.reportInterval()).isZero();
        assertThat(stages.slowRequestThreshold()).isEqualTo(Duration.ofMillis(500));
        assertThat(bind(Map.of("tuned.logging.stages.slow-request-threshold", ""))
                        .stages()
                        .slowRequestThreshold())
                .isNull();
    }

    /** YAML reads on and off as true and false. */
    @ParameterizedTest
    @CsvSource({"true, ON", "false, OFF"})
    void callerDataMayBeABooleanOfYaml(boolean yaml, CallerDataMode mode) {
        assertThat(bind(Map.of("tuned.logging.caller-data", yaml)).callerData()).isEqualTo(mode);
    }

    @ParameterizedTest
    @CsvSource({
        "async.queue-size, 0",
        "async.queue-size, -1",
        "async.queue-size, 1048577",
        "flush-interval, 0ms",
        "flush-interval, -5ms",
        "flush-interval, 61s",
        "shutdown-timeout, 0s",
        "shutdown-timeout, 61m",
        "stages.report-interval, -1s",
        "stages.report-interval, 100us",
        "stages.report-interval, 25h",
        "stages.slow-request-threshold, 0ms",
        "stages.slow-request-threshold, -1ms",
        "stages.slow-request-threshold, 61m"
    })
    void anUnusableValueNamesItsProperty(String property, String value) {
        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> bind(Map.of("tuned.logging." + property, value)))
                .havingRootCause()
                .isInstanceOf(InvalidLoggingConfigurationException.class)
                .withMessageStartingWith("tuned.logging." + property + "=");
    }

    private static LoggingProperties bind(Map<String, ?> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate("tuned.logging", LoggingProperties.class);
    }
}
