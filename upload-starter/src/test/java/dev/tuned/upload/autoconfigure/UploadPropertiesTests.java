/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class UploadPropertiesTests {

    @Test
    void defaultsAreThoseOfTheDesign() {
        assertThat(bind(Map.of()))
                .isEqualTo(new UploadProperties(
                        true,
                        DataSize.ofMegabytes(1),
                        DataSize.ofMegabytes(64),
                        DataSize.ofKilobytes(16),
                        null,
                        DataSize.ofMegabytes(1),
                        DataSize.ofMegabytes(10),
                        50,
                        DataSize.ofKilobytes(4),
                        DataSize.ofKilobytes(64),
                        DataSize.ofKilobytes(64),
                        DataSize.ofKilobytes(1),
                        Duration.ofSeconds(30),
                        null,
                        new UploadProperties.Linger(DataSize.ofMegabytes(16), Duration.ofSeconds(2)),
                        null,
                        false,
                        new UploadProperties.Tomcat(null)));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "500KB, 512000", "2147483647, 2147483647"})
    void thresholdTakesEverySizeThatTheServletApiCanHold(String threshold, long bytes) {
        assertThat(bind(Map.of("tuned.upload.threshold", threshold)).threshold().toBytes())
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"2GB", "2147483648"})
    void thresholdAboveAnIntIsRefused(String threshold) {
        assertThatThrownBy(() -> bind(Map.of("tuned.upload.threshold", threshold)))
                .rootCause()
                .isInstanceOf(InvalidUploadConfigurationException.class)
                .hasMessage("Property 'tuned.upload.threshold' has the value '2147483648B': "
                        + "the Servlet API holds this size in an int, so it ends at 2147483647 bytes");
    }

    @ParameterizedTest
    @CsvSource({
        "threshold, -1",
        "memory-budget, -1",
        "buffer-size, 1023B",
        "buffer-size, 1025KB",
        "buffer-size, -1",
        "max-file-size, -2",
        "max-request-size, 0",
        "max-request-size, -1MB",
        "max-parts, 0",
        "max-parts, -2",
        "max-part-header-size, 63",
        "max-part-header-size, -2",
        "max-total-header-size, 0",
        "max-field-size, -1KB",
        "min-rate, -1",
        "min-rate-grace, -1s",
        "timeout, 0s",
        "timeout, -5s",
        "linger.max-size, -1",
        "linger.max-time, -1s",
        "min-free-space, -1",
        "tomcat.read-buffer, 0",
        "tomcat.read-buffer, 17MB",
    })
    void valueThatCannotWorkIsRefusedWithItsPropertyAndACure(String name, String value) {
        assertThatThrownBy(() -> bind(Map.of("tuned.upload." + name, value)))
                .rootCause()
                .isInstanceOfSatisfying(InvalidUploadConfigurationException.class, ex -> {
                    assertThat(ex.property()).isEqualTo("tuned.upload." + name);
                    assertThat(ex.action()).isNotBlank();
                });
    }

    @ParameterizedTest
    @CsvSource({
        "memory-budget, 0",
        "buffer-size, 1KB",
        "buffer-size, 1MB",
        "max-file-size, -1",
        "max-file-size, 0",
        "max-request-size, -1",
        "max-parts, -1",
        "max-parts, 1",
        "max-part-header-size, -1",
        "max-total-header-size, -1",
        "max-field-size, -1",
        "min-rate, 0",
        "min-rate-grace, 0s",
        "timeout, 1ms",
        "linger.max-size, 0",
        "linger.max-time, 0s",
        "min-free-space, 0",
        "tomcat.read-buffer, 64KB",
    })
    void valueAtItsBoundIsTaken(String name, String value) {
        assertThat(bind(Map.of("tuned.upload." + name, value))).isNotNull();
    }

    private static UploadProperties bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("tuned.upload", UploadProperties.class);
    }
}
