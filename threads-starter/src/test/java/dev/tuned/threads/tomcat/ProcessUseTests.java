/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessUseTests {

    @ParameterizedTest
    @CsvSource({
        "Copy, true",
        "G1 Concurrent GC, false",
        "G1 Old Generation, true",
        "G1 Young Generation, true",
        "MarkSweepCompact, true",
        "PS MarkSweep, true",
        "PS Scavenge, true",
        "Shenandoah Cycles, true",
        "Shenandoah Pauses, false",
        "ZGC Major Cycles, true",
        "ZGC Minor Cycles, true",
        "ZGC Minor Pauses, false",
        "ZGC Pauses, false"
    })
    void onlyWhatCollectsCounts(String collector, boolean counts) {
        assertThat(ProcessUse.collects(collector)).isEqualTo(counts);
    }
}
