/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessorCacheTests {

    @ParameterizedTest
    @CsvSource({"67108864, 204", "16777216, 200", "268435456, 819", "536870912, 1638", "8589934592, 2000"})
    void followsTheHeap(long maxHeap, int size) {
        assertThat(ProcessorCache.size(maxHeap)).isEqualTo(size);
    }
}
