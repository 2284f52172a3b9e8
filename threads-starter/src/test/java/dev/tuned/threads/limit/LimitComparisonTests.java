/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.limit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.GradientLimit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import com.netflix.concurrency.limits.limit.WindowedLimit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.threads.limit.Simulation.Tally;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The adaptive limit beside those of Netflix's concurrency-limits 0.5.3 in the same simulation, each with its defaults except
 * for a window of 100 ms and an upper bound of 1000. Prints what the README says. {@link AdaptiveLimitTests} hold ours alone to
 * the same.
 */
@Tag("nightly")
class LimitComparisonTests {

    private static final int MOST = 1000;

    private static final double SECONDS = 120;

    private static final String FIXED = "fixed, 200";
    private static final String GRADIENT = "GradientLimit";
    private static final String GRADIENT2 = "Gradient2Limit";
    private static final String VEGAS = "VegasLimit";
    private static final String OWN = "AdaptiveLimit";

    private final Map<String, Supplier<ConcurrencyLimit>> limits = new LinkedHashMap<>();

    LimitComparisonTests() {
        this.limits.put(FIXED, () -> new FixedConcurrencyLimit(200));
        this.limits.put(
                "AIMDLimit",
                () -> windowed(AIMDLimit.newBuilder().maxLimit(MOST).build()));
        this.limits.put(
                GRADIENT,
                () -> windowed(GradientLimit.newBuilder().maxConcurrency(MOST).build()));
        this.limits.put(
                GRADIENT2,
                () -> windowed(Gradient2Limit.newBuilder().maxConcurrency(MOST).build()));
        this.limits.put(
                VEGAS,
                () -> windowed(VegasLimit.newBuilder().maxConcurrency(MOST).build()));
        this.limits.put(OWN, () -> new AdaptiveLimit(10, MOST));
    }

    @Test
    void underTwiceTheCapacityOursKeepsTheQueueShortForGood() {
        Map<String, Tally> results =
                compare("twice the capacity", server -> server.held(0.010).rate(3200));

        assertThat(successes(results, OWN)).isGreaterThan(0.98);
        assertThat(results.get(OWN).latency(0.99)).isLessThan(0.040);
        assertThat(results.get(GRADIENT2).latency(0.99))
                .isGreaterThan(2 * results.get(OWN).latency(0.99));
    }

    @Test
    void withFewSlowRequestsAmongFastOnesOursKeepsMostOfTheThroughput() {
        Map<String, Tally> results = compare(
                "one in ten is slow",
                server -> server.held(random -> random < 0.9 ? 0.002 : 0.100).rate(3200));

        assertThat(successes(results, OWN)).isGreaterThan(0.9);
        assertThat(successes(results, VEGAS)).isLessThan(successes(results, OWN));
    }

    @Test
    void aDownstreamFiveTimesAsSlowLosesNothingWithOurs() {
        Map<String, Tally> results = compare("five times as slow since 20 s", server -> {
            server.held(0.010).rate(3200).run(20);
            return server.held(0.050);
        });

        assertThat(successes(results, OWN)).isGreaterThan(0.95);
    }

    private static double successes(Map<String, Tally> results, String limit) {
        return results.get(limit).succeeded / (double) results.get(FIXED).succeeded;
    }

    private Map<String, Tally> compare(String what, UnaryOperator<Simulation> load) {
        Map<String, Tally> results = new LinkedHashMap<>();
        System.out.println("| " + what + " | successes/s | p50 ms | p99 ms | mean limit |");
        this.limits.forEach((name, limit) -> {
            Tally tally = load.apply(new Simulation(limit.get())).run(SECONDS);
            results.put(name, tally);
            System.out.printf(
                    "| %s | %.0f | %.0f | %.0f | %.0f |%n",
                    name,
                    tally.succeeded / SECONDS,
                    1e3 * tally.latency(0.5),
                    1e3 * tally.latency(0.99),
                    tally.limit());
        });
        return results;
    }

    private static ConcurrencyLimit windowed(Limit limit) {
        Limit windowed = WindowedLimit.newBuilder()
                .minWindowTime(100, TimeUnit.MILLISECONDS)
                .build(limit);
        return new ConcurrencyLimit() {

            @Override
            public int current() {
                return Math.max(1, windowed.getLimit());
            }

            @Override
            public void onCompleted(long startNanos, long durationNanos, int inFlight, boolean dropped) {
                windowed.onSample(startNanos, durationNanos, inFlight, dropped);
            }
        };
    }
}
