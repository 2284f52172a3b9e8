/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.stage;

import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a stage costs the thread that runs it, in bytes. */
class StageCostTests {

    private static final int TIMINGS = 200_000;

    /** The timing has 32 bytes, or 40 on a heap too large for short references. */
    private static final long BYTES_OF_A_TIMING = 40;

    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    @Test
    void nothingIsAllocatedWhenOff() {
        // Less than a byte for each: what the platform does by itself now and then is no more than that.
        assertThat(allocatedBy(Stages.off())).isLessThan(TIMINGS);
    }

    @Test
    void aStageAllocatesItsTimingAndNoMore() {
        assertThat(allocatedBy(new Stages())).isLessThan((BYTES_OF_A_TIMING + 1) * TIMINGS);
    }

    private long allocatedBy(Stages stages) {
        time(stages);
        long before = threads.getCurrentThreadAllocatedBytes();
        time(stages);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private static void time(Stages stages) {
        for (int i = 0; i < TIMINGS; i++) {
            stages.time("stage").close();
        }
    }
}
