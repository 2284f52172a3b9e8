/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.adaptive;

import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import dev.tuned.threads.adaptive.Simulation.Tally;

import static org.assertj.core.api.Assertions.assertThat;

/** Where nothing is short, nothing is rejected. Virtual time. */
@Tag("without-boot")
class HealthyLoadTests {

    /** As long as the longest of the loads takes to begin again, but for the waves of a day. */
    private static final double FIVE_MINUTES = 300;

    private static final double TEN_MINUTES = 600;

    private static Stream<Arguments> loads(long seeds) {
        return Arrays.stream(HealthyLoad.values())
                .flatMap(load -> LongStream.rangeClosed(1, seeds).mapToObj(seed -> Arguments.of(load, seed)));
    }

    private static Stream<Arguments> someLoads() {
        return loads(2);
    }

    private static Stream<Arguments> manyLoads() {
        return loads(5);
    }

    @ParameterizedTest
    @MethodSource("someLoads")
    void nothingIsRejected(HealthyLoad load, long seed) {
        nothingIsRejected(load, seed, FIVE_MINUTES);
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("manyLoads")
    void nothingIsRejectedInTenMinutes(HealthyLoad load, long seed) {
        nothingIsRejected(load, seed, TEN_MINUTES);
    }

    private static void nothingIsRejected(HealthyLoad load, long seed, double seconds) {
        AdaptiveLimit limit = AdaptiveLimit.upTo(0, Simulation.MAX_WAIT);

        Tally tally = load.on(new Simulation(limit, seed)).run(seconds);

        assertThat(tally.succeeded).isGreaterThan(10_000);
        assertThat(tally.rejected).isZero();
    }

    /** {@code mvn -pl threads-starter test -Pnightly -Dtest=HealthyLoadTests}, about twenty minutes. */
    @Tag("nightly")
    @ParameterizedTest
    @EnumSource
    void nothingIsRejectedInADay(HealthyLoad load) {
        assertThat(load.on(new Simulation(AdaptiveLimit.upTo(0, Simulation.MAX_WAIT), 1))
                        .run(24 * 3600)
                        .rejected)
                .isZero();
    }
}
