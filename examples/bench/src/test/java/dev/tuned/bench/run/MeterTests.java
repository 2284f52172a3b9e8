/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class MeterTests {

    private static final List<Double> STEADY = List.of(110.0, 100.0, 90.0, 100.0);

    @Test
    void aSliceThatCostMoreThanTheOthersIsNoDifference() {
        List<Double> twin = List.of(110.0, 200.0, 90.0, 100.0);
        assertThat(Meter.cpuMicros(STEADY, STEADY)).hasValue(100);
        assertThat(Meter.cpuMicros(STEADY, twin)).hasValue(100);
        assertThat(Meter.cpuMicros(twin, STEADY).orElseThrow()).isCloseTo(105, within(1e-9));
        assertThat(Meter.cpuMicros(twin, twin).orElseThrow()).isCloseTo(105, within(1e-9));
    }

    @Test
    void whatEverySliceCostsMoreIsADifference() {
        List<Double> tuned = STEADY.stream().map(each -> each * 0.6).toList();
        assertThat(Meter.cpuMicros(STEADY, tuned).orElseThrow()).isCloseTo(60, within(1e-9));
    }

    /** Noise alone neither hides a small difference nor makes one. */
    @Test
    void aSmallDifferenceIsShownAsItIs() {
        SplittableRandom random = new SplittableRandom(1);
        int launches = 2000;
        double sum = 0;
        for (int i = 0; i < launches; i++) {
            List<Double> before = slices(random, 100);
            List<Double> after = slices(random, 103);
            sum += Math.log(Meter.cpuMicros(before, after).orElseThrow()
                    / Meter.cpuMicros(before, before).orElseThrow());
        }
        assertThat(Math.exp(sum / launches)).isCloseTo(1.03, within(0.005));
    }

    /** Five, each off by up to 10 %. */
    private static List<Double> slices(SplittableRandom random, double level) {
        return random.doubles(5, 0.9, 1.1).mapToObj(factor -> level * factor).toList();
    }

    @Test
    void oneSliceIsWhatItIs() {
        List<Double> first = List.of(80.0);
        assertThat(Meter.cpuMicros(first, List.of(80.0)).orElseThrow()).isCloseTo(80, within(1e-9));
        assertThat(Meter.cpuMicros(first, List.of(120.0)).orElseThrow()).isCloseTo(120, within(1e-9));
    }

    @Test
    void aServiceWhoseProcessIsNotKnownHasNone() {
        assertThat(Meter.cpuMicros(STEADY, List.of())).isEmpty();
        assertThat(Meter.cpuMicros(List.of(), List.of())).isEmpty();
        assertThat(Meter.cpuMicros(List.of(), STEADY)).hasValue(100);
    }

    @Test
    void noTimeAtAllIsNone() {
        List<Double> idle = List.of(0.0, 0.0);
        assertThat(Meter.cpuMicros(idle, idle)).hasValue(0);
    }
}
