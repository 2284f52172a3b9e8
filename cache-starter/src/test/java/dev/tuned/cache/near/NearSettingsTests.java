/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.near;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class NearSettingsTests {

    private static NearSettings bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("tuned.cache", NearSettings.class)
                .check();
    }

    @Test
    void defaults() {
        NearSettings settings = bind(Map.of());

        assertThat(settings.getNear()).isEmpty();
        assertThat(settings.getTtl()).isEqualTo(Duration.ofSeconds(60));
        assertThat(settings.getHardTimeout()).isEqualTo(Duration.ofMillis(250));
        assertThat(settings.getUnconnectedTtl()).isEqualTo(Duration.ofSeconds(2));
        assertThat(settings.getChannel()).isEqualTo("tuned-cache");
        assertThat(settings.memoryBytes())
                .isEqualTo(Math.min(32L << 20, Runtime.getRuntime().maxMemory() / 16));
    }

    @ParameterizedTest
    @ValueSource(strings = {"enabled", "near", "ttl", "memory", "hard-timeout", "unconnected-ttl"})
    void emptyValueStandsForTheDefault(String property) {
        assertThat(bind(Map.of("tuned.cache." + property, "")))
                .usingRecursiveComparison()
                .isEqualTo(new NearSettings());
    }

    @Test
    void namesAndStar() {
        assertThat(bind(Map.of("tuned.cache.near", "a,b")).isNear("b")).isTrue();
        assertThat(bind(Map.of("tuned.cache.near", "a,b")).isNear("c")).isFalse();
        assertThat(bind(Map.of("tuned.cache.near", "*")).isNear("c")).isTrue();
        assertThat(bind(Map.of("tuned.cache.ttl-of.a", "5s")).getTtlOf()).containsEntry("a", Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @CsvSource({
        "tuned.cache.ttl, 0s",
        "tuned.cache.ttl-of.a, -1s",
        "tuned.cache.hard-timeout, 0ms",
        "tuned.cache.unconnected-ttl, -1s",
        "tuned.cache.memory, 0",
        "tuned.cache.channel, ' '"
    })
    void whatCannotWorkIsRejected(String property, String value) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> bind(Map.of(property, value)))
                .withMessageContaining("'" + property + "'");
    }
}
