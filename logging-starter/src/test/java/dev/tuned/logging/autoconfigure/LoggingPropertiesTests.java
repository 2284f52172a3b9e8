/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.unit.DataSize;

import dev.tuned.logging.OverflowPolicy;
import dev.tuned.logging.queue.LoggingSettings;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LoggingPropertiesTests {

    @Test
    void defaults() {
        LoggingProperties properties = bind(Map.of());
        assertThat(properties.getEnabled()).isTrue();
        assertThat(properties.getAsync().getQueueSize()).isEqualTo(DataSize.ofMegabytes(8));
        assertThat(properties.getAsync().getOverflow()).isEqualTo(OverflowPolicy.BLOCK);
        assertThat(properties.getAsync().getOverflowOf()).isEmpty();
        assertThat(properties.getAsync().getInclude()).isEmpty();
        assertThat(properties.getAsync().getExclude()).isEmpty();
        assertThat(properties.getShutdownTimeout()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void anAppenderUsedFromXmlHasTheSameDefaults() {
        assertThat(bind(Map.of()).settings()).isEqualTo(LoggingSettings.DEFAULTS);
    }

    @Test
    void settingsAreWhatIsConfigured() {
        LoggingSettings settings = bind(Map.ofEntries(
                        entry("tuned.logging.async.queue-size", "100KB"),
                        entry("tuned.logging.async.overflow", "block-forever"),
                        entry("tuned.logging.async.overflow-of.CONSOLE", "block"),
                        entry("tuned.logging.async.include", "A,B"),
                        entry("tuned.logging.async.exclude", "C"),
                        entry("tuned.logging.shutdown-timeout", "2s")))
                .settings();
        assertThat(settings)
                .isEqualTo(new LoggingSettings(
                        Set.of("A", "B"),
                        Set.of("C"),
                        100 * 1024,
                        OverflowPolicy.BLOCK_FOREVER,
                        Map.of("CONSOLE", OverflowPolicy.BLOCK),
                        Duration.ofSeconds(2)));
        assertThat(settings.overflowOf("CONSOLE")).isEqualTo(OverflowPolicy.BLOCK);
        assertThat(settings.overflowOf("A")).isEqualTo(OverflowPolicy.BLOCK_FOREVER);
    }

    /** A variable's name is in lower case when it arrives. */
    @Test
    void anEnvironmentVariableNamesAnAppenderInAnyCase() {
        Map<String, Object> variables = Map.of("TUNED_LOGGING_ASYNC_OVERFLOWOF_CONSOLE", "block-forever");
        LoggingSettings settings = new Binder(ConfigurationPropertySources.from(
                        new SystemEnvironmentPropertySource("systemEnvironment", variables)))
                .bindOrCreate("tuned.logging", LoggingProperties.class)
                .settings();
        assertThat(settings.overflowOf("CONSOLE")).isEqualTo(OverflowPolicy.BLOCK_FOREVER);
        assertThat(settings.overflowOf("FILE")).isEqualTo(OverflowPolicy.BLOCK);
    }

    @Test
    void anAppendersExactNameComesFirst() {
        Map<String, OverflowPolicy> policies =
                Map.of("file", OverflowPolicy.BLOCK_FOREVER, "FILE", OverflowPolicy.BLOCK);
        LoggingSettings settings =
                new LoggingSettings(Set.of(), Set.of(), 1024, OverflowPolicy.BLOCK, policies, Duration.ofSeconds(1));
        assertThat(settings.overflowOf("FILE")).isEqualTo(OverflowPolicy.BLOCK);
        assertThat(settings.overflowOf("file")).isEqualTo(OverflowPolicy.BLOCK_FOREVER);
    }

    @Test
    void aQueueIsNoLargerThanAThirtySecondOfTheHeap() {
        LoggingSettings huge =
                bind(Map.of("tuned.logging.async.queue-size", "1GB")).settings();
        assertThat((long) huge.capacityBytes())
                .isEqualTo(Math.min(1L << 30, Runtime.getRuntime().maxMemory() / 32));
    }

    @ParameterizedTest
    @ValueSource(strings = {"shutdown-timeout", "async.queue-size"})
    void anEmptyValueIsTheDefault(String property) {
        assertThat(bind(Map.of("tuned.logging." + property, "")).settings())
                .usingRecursiveComparison()
                .isEqualTo(bind(Map.of()).settings());
    }

    @ParameterizedTest
    @CsvSource({
        "async.queue-size, 0",
        "async.queue-size, -1",
        "async.queue-size, 1023B",
        "async.queue-size, 1025MB",
        "shutdown-timeout, 0s",
        "shutdown-timeout, 61m"
    })
    void anUnusableValueNamesItsProperty(String property, String value) {
        assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
                .isThrownBy(() -> bind(Map.of("tuned.logging." + property, value)))
                .withMessageContaining("tuned.logging." + property + " ");
    }

    private static LoggingProperties bind(Map<String, ?> values) {
        LoggingProperties properties = new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate("tuned.logging", LoggingProperties.class);
        properties.afterPropertiesSet();
        return properties;
    }
}
