/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.adaptive;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.threads.ConcurrencyLimit;
import dev.tuned.threads.adaptive.Simulation.Tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** A pool of 16 connections held 10 ms each, 1600 requests a second, where nothing else is said. Virtual time. */
@Tag("without-boot")
class AdaptiveLimitTests {

    private static final int FLOOR = 16;
    private static final int CEILING = 10_000;
    private static final double SECONDS = 30;
    private static final double CAPACITY = 1600;
    private static final ConcurrencyLimit UNLIMITED = () -> Integer.MAX_VALUE;

    private final AdaptiveLimit limit = new AdaptiveLimit(FLOOR, CEILING, Simulation.MAX_WAIT);
    private final Simulation server =
            new Simulation(this.limit, 42).connections(16).work(0.010);

    @ParameterizedTest
    @CsvSource({"1.3, 1", "2, 1", "5, 1", "2, 2", "5, 2", "2, 3", "5, 3"})
    void underOverloadTheThroughputIsReachedWithShortWaits(double load, long seed) {
        Simulation overloaded =
                new Simulation(this.limit, seed).connections(16).work(0.010).rate(load * CAPACITY);
        Tally unlimited = new Simulation(UNLIMITED, seed)
                .connections(16)
                .work(0.010)
                .rate(load * CAPACITY)
                .run(SECONDS);

        Tally whole = overloaded.run(SECONDS);
        Tally settled = overloaded.run(SECONDS);

        assertThat(whole.succeeded).isGreaterThan((long) (0.97 * SECONDS * CAPACITY));
        assertThat(whole.latency(0.99)).isLessThan(unlimited.latency(0.99) / 5);
        assertThat(settled.succeeded).isGreaterThan((long) (0.97 * SECONDS * CAPACITY));
        assertThat(settled.latency(0.99)).isLessThan(0.400);
        assertThat(this.limit.isLimiting()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void withFewSlowRequestsAmongFastOnesTheThroughputIsReached(long seed) {
        Tally whole = mixed(this.limit, seed).run(2 * SECONDS);

        assertThat(whole.succeeded).isGreaterThan((long) (0.95 * 2 * SECONDS * 16 / 0.0118));
        assertThat(whole.latency(0.99))
                .isLessThan(mixed(UNLIMITED, seed).run(2 * SECONDS).latency(0.99) / 5);
    }

    private static Simulation mixed(ConcurrencyLimit limit, long seed) {
        return new Simulation(limit, seed)
                .connections(16)
                .work((time, random) -> (random.nextDouble() < 0.9) ? 0.002 : 0.100)
                .rate(3200);
    }

    /** Nobody has seen the service without a queue: as many clients as there are came with the first request. */
    @ParameterizedTest
    @CsvSource({"400, 1", "1000, 1", "1000, 2", "1000, 3", "8000, 1"})
    void aQueueOfSteadyLengthIsFound(int clients, long seed) {
        Simulation crowded =
                new Simulation(this.limit, seed).connections(16).work(0.010).clients(clients);

        Tally whole = crowded.run(SECONDS);
        Tally settled = crowded.run(SECONDS);

        assertThat(whole.succeeded).isGreaterThan((long) (0.97 * SECONDS * CAPACITY));
        assertThat(this.limit.saturations()).isPositive();
        assertThat(settled.succeeded).isGreaterThan((long) (0.97 * SECONDS * CAPACITY));
        assertThat(settled.latency(0.99)).isLessThan(0.500);
    }

    /** The code is compiled while everybody waits. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aQueueInAColdServiceIsFound(long seed) {
        Simulation cold = new Simulation(this.limit, seed)
                .connections(16)
                .work((time, random) -> 0.010 * (1 + 9 * Math.exp(-time / 3)) * (0.5 + random.nextDouble()))
                .clients(1000);

        cold.run(30);
        Tally settled = cold.run(SECONDS);

        assertThat(this.limit.saturations()).isPositive();
        assertThat(settled.succeeded).isGreaterThan((long) (0.97 * SECONDS * CAPACITY));
        assertThat(settled.latency(0.99)).isLessThan(0.600);
    }

    @Test
    void underALoadThatTheServerCarriesNothingIsRejected() {
        assertThat(this.server.rate(0.9 * CAPACITY).run(SECONDS).rejected).isZero();
        assertThat(this.limit.isLimiting()).isFalse();
        assertThat(this.limit.current()).isEqualTo(CEILING);
    }

    @Test
    void anOverloadThatIsOverLeavesNoLimitBehind() {
        this.server.rate(2 * CAPACITY).run(10);
        assertThat(this.limit.isLimiting()).isTrue();

        this.server.rate(CAPACITY / 2).run(3);

        assertThat(this.limit.isLimiting()).isFalse();
        assertThat(this.limit.saturations()).isPositive();
        assertThat(this.server.run(SECONDS).rejected).isZero();
    }

    @Test
    void aDownstreamThatHasBecomeSlowerForGoodKeepsItsThroughput() {
        this.server.rate(2 * CAPACITY).run(20);
        this.server.work(0.050).run(20);

        Tally settled = this.server.run(SECONDS);

        assertThat(settled.succeeded).isGreaterThan((long) (0.95 * SECONDS * CAPACITY / 5));
    }

    @Test
    void aDownstreamThatHasBecomeFasterIsNoticed() {
        this.server.work(0.050).rate(2 * CAPACITY).run(20);
        this.server.work(0.010).run(5);

        Tally settled = this.server.run(SECONDS);

        assertThat(settled.succeeded).isGreaterThan((long) (0.95 * SECONDS * CAPACITY));
    }

    @Test
    void moreConnectionsAreUsed() {
        this.server.rate(2 * CAPACITY).run(20);
        this.server.connections(200).run(5);

        assertThat(this.server.run(20).rejected).isZero();
    }

    @Test
    void boundsHold() {
        AdaptiveLimit bounded = new AdaptiveLimit(8, 20, Simulation.MAX_WAIT);

        assertThat(bounded.current()).isEqualTo(20);
        assertThatIllegalArgumentException().isThrownBy(() -> new AdaptiveLimit(0, 1, Simulation.MAX_WAIT));
        assertThatIllegalArgumentException().isThrownBy(() -> new AdaptiveLimit(2, 1, Simulation.MAX_WAIT));
    }
}
