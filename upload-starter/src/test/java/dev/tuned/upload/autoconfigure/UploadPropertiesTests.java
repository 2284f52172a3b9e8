/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

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
    void defaultsAreOnWithOneMegabyteAndNoLocation() {
        assertThat(bind(Map.of())).isEqualTo(new UploadProperties(true, DataSize.ofMegabytes(1), null));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "500KB, 512000", "2147483647, 2147483647"})
    void thresholdTakesEverySizeThatTheServletApiCanHold(String threshold, long bytes) {
        assertThat(bind(Map.of("tuned.upload.threshold", threshold)).threshold().toBytes())
                .isEqualTo(bytes);
    }

    @Test
    void negativeThresholdIsRefused() {
        assertThatThrownBy(() -> bind(Map.of("tuned.upload.threshold", "-1")))
                .rootCause()
                .isInstanceOf(InvalidUploadConfigurationException.class)
                .hasMessage("Property 'tuned.upload.threshold' has the value '-1B': a size cannot be negative");
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

    private static UploadProperties bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("tuned.upload", UploadProperties.class);
    }
}
