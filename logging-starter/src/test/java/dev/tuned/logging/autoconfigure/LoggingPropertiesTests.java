/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.util.unit.DataSize;

import dev.tuned.logging.install.AsyncSettings;
import dev.tuned.logging.output.CallerDataMode;
import dev.tuned.logging.queue.AppenderSettings;
import dev.tuned.logging.queue.OverflowPolicy;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LoggingPropertiesTests {

    @Test
    void defaults() {
        LoggingProperties properties = bind(Map.of());
        assertThat(properties.enabled()).isTrue();
        assertThat(properties.async().queueSize()).isEqualTo(8192);
        assertThat(properties.async().overflow()).isEqualTo(OverflowPolicy.BLOCK);
        assertThat(properties.async().dropBelowLevel()).isEqualTo(LogLevel.INFO);
        assertThat(properties.async().blockTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(properties.async().include()).isEmpty();
        assertThat(properties.async().exclude()).isEmpty();
        assertThat(properties.bufferSize()).isEqualTo(DataSize.ofKilobytes(64));
        assertThat(properties.flushInterval()).isEqualTo(Duration.ofMillis(200));
        assertThat(properties.flushOnIdle()).isTrue();
        assertThat(properties.flushLevel()).isEqualTo(LogLevel.ERROR);
        assertThat(properties.callerData()).isEqualTo(CallerDataMode.AUTO);
        assertThat(properties.encodeInCaller()).isFalse();
        assertThat(properties.exceptionPackagingData()).isFalse();
        assertThat(properties.async().queueBytes()).isEqualTo(DataSize.ofMegabytes(16));
        assertThat(properties.async().overflowOf()).isEmpty();
        assertThat(properties.shutdownTimeout()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void anAppenderUsedFromXmlHasTheSameDefaults() {
        assertThat(AsyncSettingsFactory.settings(bind(Map.of())))
                .isEqualTo(new AsyncSettings(
                        Set.of(), Set.of(), CallerDataMode.AUTO, AppenderSettings.DEFAULTS, Map.of()));
    }

    @Test
    void settingsAreWhatIsConfigured() {
        LoggingProperties properties = bind(Map.ofEntries(
                entry("tuned.logging.async.queue-size", "100"),
                entry("tuned.logging.async.queue-bytes", "1MB"),
                entry("tuned.logging.async.overflow", "drop-below"),
                entry("tuned.logging.async.overflow-of.AUDIT", "block-forever"),
                entry("tuned.logging.async.drop-below-level", "warn"),
                entry("tuned.logging.async.block-timeout", "3s"),
                entry("tuned.logging.async.include", "A,B"),
                entry("tuned.logging.async.exclude", "C"),
                entry("tuned.logging.buffer-size", "8KB"),
                entry("tuned.logging.flush-interval", "1s"),
                entry("tuned.logging.flush-on-idle", "false"),
                entry("tuned.logging.flush-level", "fatal"),
                entry("tuned.logging.caller-data", "on"),
                entry("tuned.logging.encode-in-caller", "true"),
                entry("tuned.logging.shutdown-timeout", "2s")));
        AppenderSettings sink = new AppenderSettings(
                100,
                1 << 20,
                OverflowPolicy.DROP_BELOW,
                Level.WARN,
                Duration.ofSeconds(3),
                8192,
                Duration.ofSeconds(1),
                false,
                Level.ERROR,
                true,
                Duration.ofSeconds(2));
        assertThat(AsyncSettingsFactory.settings(properties))
                .isEqualTo(new AsyncSettings(
                        Set.of("A", "B"),
                        Set.of("C"),
                        CallerDataMode.ON,
                        sink,
                        Map.of("AUDIT", OverflowPolicy.BLOCK_FOREVER)));
    }

    @ParameterizedTest
    @CsvSource({"trace, TRACE", "debug, DEBUG", "off, OFF", "false, OFF"})
    void levelsAreThoseOfBoot(String configured, String level) {
        AsyncSettings settings = AsyncSettingsFactory.settings(
                bind(Map.of("tuned.logging.flush-level", configured, "tuned.logging.async.drop-below-level", "off")));
        assertThat(settings.appender().flushLevel()).isEqualTo(Level.toLevel(level));
        assertThat(settings.appender().dropBelowLevel()).isEqualTo(Level.OFF);
    }

    @Test
    void aSettingThatThePolicyDoesNotUseIsNoMistake() {
        LoggingProperties properties = bind(Map.of("tuned.logging.async.drop-below-level", "warn"));
        assertThat(properties.async().overflow()).isEqualTo(OverflowPolicy.BLOCK);
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
        "async.queue-bytes, 63KB",
        "async.queue-bytes, 1025MB",
        "async.block-timeout, 0s",
        "async.block-timeout, 61s",
        "buffer-size, 0B",
        "buffer-size, 17MB",
        "buffer-size, -1B",
        "flush-interval, 0ms",
        "flush-interval, -5ms",
        "flush-interval, 61s",
        "shutdown-timeout, 0s",
        "shutdown-timeout, 61m"
    })
    void anUnusableValueNamesItsProperty(String property, String value) {
        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> bind(Map.of("tuned.logging." + property, value)))
                .havingRootCause()
                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                .withMessageContaining("tuned.logging." + property + " ");
    }

    private static LoggingProperties bind(Map<String, ?> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate("tuned.logging", LoggingProperties.class);
    }
}
