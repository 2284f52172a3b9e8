/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.limit;

import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.threads.limit.Simulation.Tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** A pool of 16 connections held 10 ms each, 1600 requests a second, where nothing else is said. Virtual time. */
@Tag("without-boot")
class AdaptiveLimitTests {

    private static final int FLOOR = 10;
    private static final double CAPACITY = 1600;

    private final AdaptiveLimit limit = new AdaptiveLimit(FLOOR, 10_000);
    private final Simulation server = new Simulation(this.limit).held(0.010);

    @Test
    void underTwiceTheCapacityTheThroughputIsReachedWithAShortQueue() {
        this.server.rate(2 * CAPACITY).run(5);

        Tally settled = this.server.run(60);

        assertThat(settled.succeeded).isGreaterThan((int) (0.98 * 60 * CAPACITY));
        assertThat(settled.limit()).isBetween(20.0, 64.0);
        assertThat(settled.latency(0.99)).isLessThan(0.040);
    }

    @Test
    void underALoadThatTheServerCarriesNothingIsRejected() {
        assertThat(this.server.rate(CAPACITY / 2).run(60).rejected).isZero();
    }

    @Test
    void whereNothingIsShortTheLimitGrowsToTheLoad() {
        this.server.connections(Integer.MAX_VALUE).held(0.050).rate(20_000).run(20);

        assertThat(this.server.run(10).rejected).isZero();
        assertThat(this.limit.current()).isGreaterThan(1000);
    }

    @Test
    void aDownstreamThatHasBecomeSlowerForGoodKeepsItsThroughput() {
        this.server.rate(2 * CAPACITY).run(20);
        this.server.held(0.050).run(5);

        Tally settled = this.server.run(60);

        assertThat(settled.succeeded).isGreaterThan((int) (0.93 * 60 * CAPACITY / 5));
        assertThat(settled.limit()).isBetween(20.0, 64.0);
    }

    @Test
    void aDownstreamThatHasBecomeFasterIsNoticed() {
        this.server.held(0.050).rate(2 * CAPACITY).run(20);
        this.server.held(0.010).run(5);

        Tally settled = this.server.run(60);

        assertThat(settled.succeeded).isGreaterThan((int) (0.98 * 60 * CAPACITY));
        assertThat(settled.limit()).isBetween(20.0, 64.0);
    }

    @Test
    void anIdleTimeAndATrickleOfFastRequestsDoNotRuinTheEstimate() {
        this.server.rate(2 * CAPACITY).run(20);
        this.server.rate(0).run(60);
        this.server.held(0.001).rate(20).run(60);
        this.server.held(0.010).rate(2 * CAPACITY).run(3);

        Tally settled = this.server.run(30);

        assertThat(settled.succeeded).isGreaterThan((int) (0.98 * 30 * CAPACITY));
        assertThat(settled.limit()).isBetween(20.0, 64.0);
    }

    @Test
    void aLoadThatDoesNotNeedTheLimitDoesNotRaiseIt() {
        int before = this.limit.current();

        this.server.rate(CAPACITY).connections(100).run(60);

        assertThat(this.limit.current()).isEqualTo(before);
    }

    /** Whenever it begins: while the limit follows the load, or while a descent measures. */
    @Test
    void anOutageLeavesNothingBehind() {
        this.server.rate(2 * CAPACITY).run(20);
        for (int outage = 0; outage < 10; outage++) {
            this.server.failing(1).run(1 + outage * 0.3);
            this.server.failing(0).run(3);

            assertThat(this.server.run(5).succeeded).isGreaterThan((int) (0.9 * 5 * CAPACITY));
        }
    }

    /** The first descent begins with the load. */
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.3, 0.4, 0.5, 0.6, 0.7})
    void requestsThatAllFailDoNotPassForFastOnes(double seconds) {
        this.server.rate(2 * CAPACITY).run(seconds);

        this.server.failing(1).run(3);

        assertThat(this.limit.baseline()).isGreaterThan(Duration.ofMillis(9));
    }

    @Test
    void boundsHold() {
        AdaptiveLimit bounded = new AdaptiveLimit(8, 20);
        Simulation large = new Simulation(bounded).connections(1000).held(0.010).rate(20_000);

        assertThat(large.run(10).highestLimit()).isEqualTo(20);
        large.failing(1).run(30);
        assertThat(large.run(10).lowestLimit()).isEqualTo(8);
        assertThatIllegalArgumentException().isThrownBy(() -> new AdaptiveLimit(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new AdaptiveLimit(2, 1));
    }
}
