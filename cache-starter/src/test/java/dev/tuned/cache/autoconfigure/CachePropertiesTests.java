/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.Settings;
import dev.tuned.cache.invalidation.LogSettings;
import dev.tuned.cache.store.BreakerSettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CachePropertiesTests {

    @Test
    void defaultsAreAsDocumented() {
        CacheProperties properties = bind(Map.of());
        assertThat(properties.getEnabled()).isTrue();
        assertThat(properties.getKeyPrefix()).isNull();
        assertThat(properties.getCouchbase())
                .returns(null, CacheProperties.Couchbase::getBucket)
                .returns("_default", CacheProperties.Couchbase::getScope)
                .returns("_default", CacheProperties.Couchbase::getCollection)
                .returns(CacheProperties.Couchbase.Durability.NONE, CacheProperties.Couchbase::getDurability);
        assertThat(properties.getBreaker())
                .returns(20, BreakerSettings::getFailureThreshold)
                .returns(Duration.ofSeconds(1), BreakerSettings::getOpen);
        assertThat(properties.getInvalidation().mode()).isEqualTo(LogSettings.Mode.COUCHBASE);
        assertThat(properties.getInvalidation())
                .isEqualTo(LogSettings.of(
                        Duration.ofMillis(500), Duration.ofMinutes(5), Duration.ofSeconds(2), Duration.ofMillis(10)));
        assertThat(properties.getRegions()).isEmpty();
        assertThat(properties.settings("any"))
                .usingRecursiveComparison()
                .ignoringFields("taskDecorator", "valueType")
                .isEqualTo(settings(
                        Settings.l1(10_000L, Duration.ofSeconds(60), 0.1, null),
                        Settings.l2(true, Duration.ofMinutes(10), Duration.ofMillis(50), Duration.ofMillis(250)),
                        null,
                        Duration.ofSeconds(5),
                        1));
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
                .usingRecursiveComparison()
                .ignoringFields("taskDecorator", "valueType")
                .isEqualTo(settings(
                        Settings.l1(5L, Duration.ofSeconds(30), 0.1, null),
                        Settings.l2(false, Duration.ofHours(1), Duration.ofMillis(50), Duration.ofMillis(250)),
                        null,
                        Duration.ofSeconds(5),
                        2));
        assertThat(properties.getRegions().get("a.b").getValueType()).isEqualTo("java.lang.String");
        assertThat(properties.settings("other").getL1().getMaximumSize()).isEqualTo(10_000);
    }

    @ParameterizedTest
    @CsvSource({
        "tuned.cache.key-prefix, ''",
        "tuned.cache.defaults.l1.maximum-size, 0",
        "tuned.cache.defaults.l1.ttl, 0s",
        "tuned.cache.defaults.l1.ttl, 9999999d",
        "tuned.cache.defaults.l2.ttl, 999ms",
        "tuned.cache.defaults.l2.hard-timeout, -1ms",
        "tuned.cache.defaults.l2.hard-timeout, 0s",
        "tuned.cache.defaults.l2.soft-timeout, -1ms",
        "tuned.cache.defaults.l1.jitter, 1",
        "tuned.cache.defaults.l1.jitter, -0.1",
        "tuned.cache.defaults.l1.jitter, NaN",
        "tuned.cache.defaults.l1.refresh-ahead, 1",
        "tuned.cache.defaults.stale-if-error, -1s",
        "tuned.cache.couchbase.scope, ''",
        "tuned.cache.couchbase.collection, ' '",
        "tuned.cache.breaker.failure-threshold, 0",
        "tuned.cache.breaker.open, 0s",
        "tuned.cache.invalidation.poll, 9ms",
        "tuned.cache.invalidation.gap-grace, 0s",
        "tuned.cache.invalidation.batch-window, -1ms",
        "tuned.cache.invalidation.retention, 2500ms",
        "tuned.cache.invalidation.retention, 10ms",
        "tuned.cache.regions.products.l1.jitter, 1.5",
        "tuned.cache.defaults.negative-ttl, -5s",
        "tuned.cache.defaults.schema-version, -1",
        "tuned.cache.regions.products.l1.maximum-size, -3",
        "tuned.cache.regions.[a.b].l2.ttl, 0s"
    })
    void valueThatCannotWorkIsRefusedByItsName(String property, String value) {
        CacheProperties properties = bind(Map.of(property, value));
        assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
                .isThrownBy(() -> SettingsCheck.check(properties))
                .withMessageStartingWith("Property " + property + " with value");
    }

    @ParameterizedTest
    @CsvSource({
        "none, NONE",
        "majority, MAJORITY",
        "majority-and-persist-to-active, MAJORITY_AND_PERSIST_TO_ACTIVE",
        "persist-to-majority, PERSIST_TO_MAJORITY"
    })
    void durabilityIsWrittenAsEverywhereInSpringBoot(String written, CacheProperties.Couchbase.Durability level) {
        assertThat(bind(Map.of("tuned.cache.couchbase.durability", written))
                        .getCouchbase()
                        .getDurability())
                .isEqualTo(level);
    }

    @Test
    void regionHasEverySettingOfTheDefaults() {
        // Otherwise the README would promise a key that no region takes.
        CacheProperties properties = bind(Map.ofEntries(
                Map.entry("tuned.cache.regions.r.l1.maximum-size", "1"),
                Map.entry("tuned.cache.regions.r.l1.ttl", "2s"),
                Map.entry("tuned.cache.regions.r.l1.jitter", "0.3"),
                Map.entry("tuned.cache.regions.r.l1.refresh-ahead", "0.4"),
                Map.entry("tuned.cache.regions.r.l2.enabled", "true"),
                Map.entry("tuned.cache.regions.r.l2.ttl", "5s"),
                Map.entry("tuned.cache.regions.r.l2.soft-timeout", "6ms"),
                Map.entry("tuned.cache.regions.r.l2.hard-timeout", "7ms"),
                Map.entry("tuned.cache.regions.r.stale-if-error", "9s"),
                Map.entry("tuned.cache.regions.r.negative-ttl", "10s"),
                Map.entry("tuned.cache.regions.r.schema-version", "11"),
                Map.entry("tuned.cache.regions.r.task-decorator", "context"),
                Map.entry("tuned.cache.regions.r.value-type", "java.lang.Long")));
        assertThat(properties.settings("r"))
                .usingRecursiveComparison()
                .ignoringFields("taskDecorator", "valueType")
                .isEqualTo(settings(
                        Settings.l1(1L, Duration.ofSeconds(2), 0.3, 0.4),
                        Settings.l2(true, Duration.ofSeconds(5), Duration.ofMillis(6), Duration.ofMillis(7)),
                        Duration.ofSeconds(9),
                        Duration.ofSeconds(10),
                        11));
        assertThat(properties.getRegions().get("r"))
                .returns("java.lang.Long", CacheProperties.Region::getValueType)
                .returns("context", CacheProperties.Region::getTaskDecorator);
    }

    @Test
    void retentionThatIsTooShortNamesBothSides() {
        CacheProperties properties =
                bind(Map.of("tuned.cache.invalidation.retention", "10s", "tuned.cache.invalidation.gap-grace", "20s"));
        assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
                .isThrownBy(() -> SettingsCheck.check(properties))
                .withMessage(
                        "Property tuned.cache.invalidation.retention with value '10s' is invalid: changes would be "
                                + "gone before every process has looked for them: poll and gap-grace take 20500ms");
    }

    @Test
    void defaultsCanWork() {
        SettingsCheck.check(bind(Map.of()));
    }

    private static CacheProperties bind(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate(
                        "tuned.cache",
                        Bindable.of(CacheProperties.class),
                        new CacheProperties.RegionsBeginWithDefaults().apply(BindHandler.DEFAULT));
    }

    private static RegionSettings settings(
            Consumer<RegionSettings> l1,
            Consumer<RegionSettings> l2,
            @Nullable Duration staleIfError,
            Duration negativeTtl,
            int schemaVersion) {
        RegionSettings settings = Settings.withTimes(new RegionSettings(), staleIfError, negativeTtl);
        settings.setSchemaVersion(schemaVersion);
        return Settings.with(Settings.with(settings, l1), l2);
    }
}
