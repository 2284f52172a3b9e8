/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;

import static org.assertj.core.api.Assertions.assertThat;

class InvalidLoggingConfigurationFailureAnalyzerTests {

    @Test
    void namesPropertyValueAndCure() {
        var failure = new InvalidLoggingConfigurationException("tuned.logging.x", 0, "it is too small", "Set it to 1.");
        FailureAnalysis analysis =
                new InvalidLoggingConfigurationFailureAnalyzer().analyze(new IllegalStateException(failure));
        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription())
                .isEqualTo("The value '0' of property 'tuned.logging.x' cannot be used: it is too small.");
        assertThat(analysis.getAction()).isEqualTo("Set it to 1.");
        assertThat(analysis.getCause()).isSameAs(failure);
    }
}
