/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.util.unit.DataSize;

import dev.tuned.logging.queue.CallerDataMode;
import dev.tuned.logging.queue.LoggingSettings;
import dev.tuned.logging.queue.OverflowPolicy;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LoggingPropertiesTests {

    @Test
    void defaults() {
        LoggingProperties properties = bind(Map.of());
        assertThat(properties.getEnabled()).isTrue();
        assertThat(properties.getAsync().getQueueSize()).isEqualTo(8192);
        assertThat(properties.getAsync().getOverflow()).isEqualTo(OverflowPolicy.BLOCK);
        assertThat(properties.getAsync().getDropBelowLevel()).isEqualTo(LogLevel.INFO);
        assertThat(properties.getAsync().getBlockTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(properties.getAsync().getInclude()).isEmpty();
        assertThat(properties.getAsync().getExclude()).isEmpty();
        assertThat(properties.getBufferSize()).isEqualTo(DataSize.ofKilobytes(64));
        assertThat(properties.getFlushInterval()).isEqualTo(Duration.ofMillis(200));
        assertThat(properties.getFlushOnIdle()).isTrue();
        assertThat(properties.getFlushLevel()).isEqualTo(LogLevel.ERROR);
        assertThat(properties.getCallerData()).isEqualTo(CallerDataMode.AUTO);
        assertThat(properties.getEncodeInCaller()).isFalse();
        assertThat(properties.getExceptionPackagingData()).isFalse();
        assertThat(properties.getAsync().getQueueBytes()).isEqualTo(DataSize.ofMegabytes(16));
        assertThat(properties.getAsync().getOverflowOf()).isEmpty();
        assertThat(properties.getShutdownTimeout()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void anAppenderUsedFromXmlHasTheSameDefaults() {
        assertThat(bind(Map.of()).settings()).usingRecursiveComparison().isEqualTo(new LoggingSettings());
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
        LoggingSettings settings = new LoggingSettings();
        settings.include = Set.of("A", "B");
        settings.exclude = Set.of("C");
        settings.queueSize = 100;
        settings.queueBytes = 1 << 20;
        settings.overflow = OverflowPolicy.DROP_BELOW;
        settings.overflowOf = Map.of("AUDIT", OverflowPolicy.BLOCK_FOREVER);
        settings.dropBelowLevel = Level.WARN;
        settings.blockTimeout = Duration.ofSeconds(3);
        settings.bufferBytes = 8192;
        settings.flushInterval = Duration.ofSeconds(1);
        settings.flushOnIdle = false;
        settings.flushLevel = Level.ERROR;
        settings.callerData = CallerDataMode.ON;
        settings.encodeInCaller = true;
        settings.shutdownTimeout = Duration.ofSeconds(2);
        assertThat(properties.settings()).usingRecursiveComparison().isEqualTo(settings);
        assertThat(settings.overflowOf("AUDIT")).isEqualTo(OverflowPolicy.BLOCK_FOREVER);
        assertThat(settings.overflowOf("A")).isEqualTo(OverflowPolicy.DROP_BELOW);
    }

    @ParameterizedTest
    @CsvSource({"trace, TRACE", "debug, DEBUG", "off, OFF", "false, OFF"})
    void levelsAreThoseOfBoot(String configured, String level) {
        LoggingSettings settings = bind(Map.of(
                        "tuned.logging.flush-level", configured, "tuned.logging.async.drop-below-level", "off"))
                .settings();
        assertThat(settings.flushLevel).isEqualTo(Level.toLevel(level));
        assertThat(settings.dropBelowLevel).isEqualTo(Level.OFF);
    }

    @Test
    void aSettingThatThePolicyDoesNotUseIsNoMistake() {
        LoggingProperties properties = bind(Map.of("tuned.logging.async.drop-below-level", "warn"));
        assertThat(properties.getAsync().getOverflow()).isEqualTo(OverflowPolicy.BLOCK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"flush-on-idle", "async.queue-size", "async.queue-bytes", "flush-interval", "flush-level"})
    void anEmptyValueIsTheDefault(String property) {
        assertThat(bind(Map.of("tuned.logging." + property, "")).settings())
                .usingRecursiveComparison()
                .isEqualTo(bind(Map.of()).settings());
    }

    /** YAML reads on and off as true and false. */
    @ParameterizedTest
    @CsvSource({"true, ON", "false, OFF"})
    void callerDataMayBeABooleanOfYaml(boolean yaml, CallerDataMode mode) {
        assertThat(bind(Map.of("tuned.logging.caller-data", yaml)).getCallerData())
                .isEqualTo(mode);
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
