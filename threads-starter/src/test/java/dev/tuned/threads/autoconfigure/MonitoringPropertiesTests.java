/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Values of {@code pinning.*} and {@code heap-per-request.*} that cannot be used. */
class MonitoringPropertiesTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tuned.threads.pinning.threshold=0ms",
                "tuned.threads.pinning.threshold=-1ms",
                "tuned.threads.pinning.log-interval=0ms",
                "tuned.threads.pinning.max-frames=0",
                "tuned.threads.heap-per-request.sample-rate=0.0",
                "tuned.threads.heap-per-request.sample-rate=1.01",
                "tuned.threads.heap-per-request.sample-rate=-0.5",
                "tuned.threads.heap-per-request.sample-rate=NaN"
            })
    void areRefusedByNameAndValue(String setting) {
        String[] parts = setting.split("=", 2);
        assertThatThrownBy(() -> Plans.bind(setting))
                .hasRootCauseInstanceOf(InvalidThreadsConfigurationException.class)
                .rootCause()
                .hasMessageStartingWith("The value '" + parts[1] + "' of " + parts[0] + " is ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tuned.threads.pinning.threshold=1ns",
                "tuned.threads.pinning.max-frames=1",
                "tuned.threads.heap-per-request.sample-rate=1",
                "tuned.threads.heap-per-request.sample-rate=0.000001"
            })
    void theOutermostUsableOnesAreTaken(String setting) {
        assertThat(Plans.bind(setting)).isNotNull();
    }
}
