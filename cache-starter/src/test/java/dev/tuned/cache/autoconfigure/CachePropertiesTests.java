/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.time.Duration;
import java.util.Map;

import com.couchbase.client.core.msg.kv.DurabilityLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.diagnostics.FailureAnalysis;

import dev.tuned.cache.RegionSettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

class CachePropertiesTests {

    @Test
    void defaultsAreAsDocumented() {
        CacheProperties properties = bind(Map.of());
        assertThat(properties.enabled()).isTrue();
        assertThat(properties.keyPrefix()).isEqualTo("cache");
        assertThat(properties.couchbase())
                .isEqualTo(new CacheProperties.Couchbase(null, "_default", "_default", DurabilityLevel.NONE));
        assertThat(properties.regions()).isEmpty();
        assertThat(properties.settings("any"))
                .isEqualTo(new RegionSettings(
                        "any",
                        new RegionSettings.Local(10_000, Duration.ofSeconds(60), 0.1, 0.8),
                        new RegionSettings.Remote(
                                true, Duration.ofMinutes(10), Duration.ofMillis(50), Duration.ofMillis(250), 0, null),
                        Duration.ofMinutes(10),
                        Duration.ofSeconds(5),
                        null,
                        1,
                        false,
                        new RegionSettings.SingleFlight(false, Duration.ofSeconds(2))));
    }

    @Test
    void regionSaysOnlyWhatDiffersFromTheDefaults() {
        CacheProperties properties = bind(Map.of(
                "tuned.cache.defaults.l1.ttl", "30s",
                "tuned.cache.defaults.l2.ttl", "1h",
                "tuned.cache.regions.products.l1.maximum-size", "5",
                "tuned.cache.regions.products.l2.enabled", "false",
                "tuned.cache.regions.products.schema-version", "2",
                "tuned.cache.regions.[a.b].value-type", "java.lang.String"));
        assertThat(properties.settings("products"))
                .isEqualTo(new RegionSettings(
                        "products",
                        new RegionSettings.Local(5, Duration.ofSeconds(30), 0.1, 0.8),
                        new RegionSettings.Remote(
                                false, Duration.ofHours(1), Duration.ofMillis(50), Duration.ofMillis(250), 0, null),
                        Duration.ofMinutes(10),
                        Duration.ofSeconds(5),
                        null,
                        2,
                        false,
                        new RegionSettings.SingleFlight(false, Duration.ofSeconds(2))));
        assertThat(properties.settings("a.b").valueType()).isEqualTo("java.lang.String");
        assertThat(properties.settings("other").local().maximumSize()).isEqualTo(10_000);
    }

    @ParameterizedTest
    @CsvSource({
        "tuned.cache.key-prefix, ''",
        "tuned.cache.defaults.l1.maximum-size, 0",
        "tuned.cache.defaults.l1.ttl, 0s",
        "tuned.cache.defaults.l1.ttl, 9999999d",
        "tuned.cache.defaults.l2.ttl, 999ms",
        "tuned.cache.defaults.l2.hard-timeout, -1ms",
        "tuned.cache.defaults.negative-ttl, -5s",
        "tuned.cache.defaults.schema-version, -1",
        "tuned.cache.regions.products.l1.maximum-size, -3",
        "tuned.cache.regions.[a.b].l2.ttl, 0s"
    })
    void valueThatCannotWorkIsRefusedByItsName(String property, String value) {
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> bind(Map.of(property, value)))
                .havingRootCause()
                .isInstanceOf(InvalidCacheConfigurationException.class)
                .withMessageStartingWith(property + "=");
    }

    @Test
    void analysisSaysWhatToWriteInstead() {
        Throwable failure = catchThrowable(() -> bind(Map.of("tuned.cache.regions.products.l2.ttl", "500ms")));
        FailureAnalysis analysis = new InvalidCacheConfigurationFailureAnalyzer().analyze(failure);
        assertThat(analysis.getDescription())
                .isEqualTo("The property 'tuned.cache.regions.products.l2.ttl' has the value '500ms': "
                        + "it must be between 1s and 365d.");
        assertThat(analysis.getAction())
                .isEqualTo("Set tuned.cache.regions.products.l2.ttl to a duration in this range, like 10m.");
    }

    private static CacheProperties bind(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate("tuned.cache", CacheProperties.class);
    }
}
