/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class SliceCpuTests {

    private static final List<Double> STEADY = List.of(110.0, 100.0, 90.0, 100.0);

    @Test
    void aSliceThatCostMoreThanTheOthersIsNoDifference() {
        List<Double> twin = List.of(110.0, 200.0, 90.0, 100.0);
        SliceCpu cpu = new SliceCpu(List.of(STEADY, twin, STEADY));
        assertThat(cpu.perRequest(STEADY)).hasValue(100);
        assertThat(cpu.perRequest(twin)).hasValue(100);
    }

    @Test
    void whatEverySliceCostsMoreIsADifference() {
        List<Double> tuned = STEADY.stream().map(each -> each * 0.6).toList();
        SliceCpu cpu = new SliceCpu(List.of(STEADY, tuned, STEADY));
        assertThat(cpu.perRequest(tuned).orElseThrow()).isCloseTo(60, within(1e-9));
        assertThat(cpu.perRequest(STEADY).orElseThrow()).isCloseTo(100, within(1e-9));
    }

    @Test
    void oneSliceIsWhatItIs() {
        List<Double> one = List.of(80.0);
        List<Double> other = List.of(120.0);
        SliceCpu cpu = new SliceCpu(List.of(one, other));
        assertThat(cpu.perRequest(one).orElseThrow()).isCloseTo(80, within(1e-9));
        assertThat(cpu.perRequest(other).orElseThrow()).isCloseTo(120, within(1e-9));
    }

    @Test
    void aServiceWhoseProcessIsNotKnownHasNone() {
        assertThat(new SliceCpu(List.of(List.of(), STEADY)).perRequest(List.of()))
                .isEmpty();
        assertThat(new SliceCpu(List.of(List.of())).perRequest(List.of())).isEmpty();
    }

    @Test
    void noTimeAtAllIsNone() {
        List<Double> idle = List.of(0.0, 0.0);
        assertThat(new SliceCpu(List.of(idle)).perRequest(idle)).hasValue(0);
    }
}
