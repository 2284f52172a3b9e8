/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.threads.plan.InvalidThreadsConfigurationException;
import dev.tuned.threads.plan.Plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class TomcatPropertiesTests {

    @Test
    void defaults() {
        assertThat(Plans.bind(TomcatProperties.class)).isEqualTo(new TomcatProperties("auto"));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"auto,-", "AUTO,-", "-1,-1", "0,0", "500,500"})
    void processorCacheIsAutoOrASize(String value, Integer size) {
        assertThat(new TomcatProperties(value).fixedProcessorCache()).isEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-2", "many", "1.5", "99999999999", "unlimited"})
    void otherProcessorCachesAreRefused(String value) {
        assertThatExceptionOfType(InvalidThreadsConfigurationException.class)
                .isThrownBy(() -> new TomcatProperties(value));
    }

    @ParameterizedTest
    @CsvSource({"67108864, 204", "16777216, 200", "268435456, 819", "536870912, 1638", "8589934592, 2000"})
    void theProcessorCacheFollowsTheHeap(long maxHeap, int size) {
        assertThat(ProcessorCache.size(maxHeap)).isEqualTo(size);
    }
}
