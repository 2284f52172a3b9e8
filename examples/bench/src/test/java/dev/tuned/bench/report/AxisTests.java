/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.tuned.bench.report.Axis.Tick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class AxisTests {

    private static final double NARROW = 190;

    @ParameterizedTest
    @CsvSource({"0,0", "0,3", "152,162", "416,121", "134217862,67109010", "0.001,0.0011", "5,5", "0.01,100000000"})
    void labelsOfValuesLeaveRoomForEachOther(double low, double high) {
        List<Tick> ticks = Axis.ofValues(List.of(low, high)).ticksBelow(NARROW);
        assertThat(ticks).isNotEmpty();
        assertApart(ticks);
    }

    /** Where the picture is as narrow as on a phone, in characters that are 7.6 pixels wide. */
    private static void assertApart(List<Tick> ticks) {
        double end = 0;
        for (Tick tick : ticks) {
            double half = tick.text().length() * 7.6 / 2;
            double at = tick.at() * NARROW / 100;
            assertThat(at - half).as(tick.text()).isGreaterThanOrEqualTo(end);
            end = at + half;
        }
        assertThat(end).isLessThanOrEqualTo(NARROW);
    }

    @Test
    void equalRatiosHaveEqualDistances() {
        Axis axis = Axis.ofValues(List.of(0.1, 10.0));
        assertThat(axis.at(1) - axis.at(0.1)).isCloseTo(axis.at(10) - axis.at(1), within(0.02));
    }

    @Test
    void zeroIsDrawnAtTheEnd() {
        assertThat(Axis.ofValues(List.of(1.0, 0.5)).at(0)).isZero();
    }
}
