/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class PinnedReasonTests {

    private static final Frame PARK = new Frame("java.lang.VirtualThread", "parkOnCarrierThread", 1, false);

    @ParameterizedTest
    @CsvSource({
        "VM call to com.example.Prices.<clinit> on stack, CLASS_INITIALIZER",
        "Waited for initialization of com.example.Prices by another thread, CLASS_INITIALIZER",
        "Native or VM frame on stack, NATIVE",
        "Freeze or preempt failed (3), OTHER"
    })
    void fromJava24OnTheEventTells(String text, PinnedReason expected) {
        assertThat(PinnedReason.of(text, List.of())).isEqualTo(expected);
    }

    @Test
    void beforeTheStackTells() {
        assertThat(PinnedReason.of(null, List.of(PARK, new Frame("com.example.Prices", "<clinit>", 5, false))))
                .isEqualTo(PinnedReason.CLASS_INITIALIZER);
        assertThat(PinnedReason.of(null, List.of(PARK, new Frame("com.example.Prices", "load0", -1, true))))
                .isEqualTo(PinnedReason.NATIVE);
        assertThat(PinnedReason.of(null, List.of(PARK, new Frame("com.example.Prices", "load", 5, false))))
                .isEqualTo(PinnedReason.MONITOR);
        assertThat(PinnedReason.of(null, List.of())).isEqualTo(PinnedReason.OTHER);
    }
}
