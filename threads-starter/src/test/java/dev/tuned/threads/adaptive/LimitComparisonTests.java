/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.adaptive;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import com.netflix.concurrency.limits.limit.WindowedLimit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.threads.ConcurrencyLimit;
import dev.tuned.threads.adaptive.Simulation.Tally;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The adaptive limit beside those of Netflix's concurrency-limits 0.5.3 and of Envoy in the same simulation: what each rejects
 * where nothing is short, and what is left under overload. Prints the tables of docs/measurements.md.
 */
@Tag("nightly")
class LimitComparisonTests {

    private static final int MOST = 1000;

    private static final double SECONDS = 600;

    private static final String OWN = "this one";

    private final Map<String, Supplier<ConcurrencyLimit>> limits = new LinkedHashMap<>();

    LimitComparisonTests() {
        this.limits.put(
                "Netflix AIMD",
                () -> windowed(AIMDLimit.newBuilder().maxLimit(MOST).build()));
        this.limits.put(
                "Netflix Gradient2",
                () -> windowed(Gradient2Limit.newBuilder().maxConcurrency(MOST).build()));
        this.limits.put(
                "Netflix Vegas",
                () -> windowed(VegasLimit.newBuilder().maxConcurrency(MOST).build()));
        this.limits.put("Envoy", EnvoyGradient::new);
        this.limits.put(OWN, () -> AdaptiveLimit.upTo(0, Simulation.MAX_WAIT));
    }

    @Test
    void oursAloneRejectsNoHealthyLoad() {
        System.out.println("| rejected of a healthy load, % | " + String.join(" | ", this.limits.keySet()) + " |");
        for (HealthyLoad load : HealthyLoad.values()) {
            StringBuilder row =
                    new StringBuilder("| " + load.name().toLowerCase().replace('_', ' '));
            this.limits.forEach((name, limit) -> {
                Tally tally = load.on(new Simulation(limit.get(), 1)).run(SECONDS);
                row.append(" | %.2f".formatted(100.0 * tally.rejected / (tally.rejected + tally.succeeded)));
                if (name.equals(OWN)) {
                    assertThat(tally.rejected).isZero();
                }
            });
            System.out.println(row + " |");
        }
    }

    @Test
    void underOverloadOursReachesTheThroughputWithShortWaits() {
        System.out.println(
                "| overload of 16 connections held 10 ms | " + String.join(" | ", this.limits.keySet()) + " |");
        for (double load : new double[] {1.1, 2, 5}) {
            StringBuilder row = new StringBuilder("| ×%.1f: successes/s, p99 ms".formatted(load));
            this.limits.forEach((name, limit) -> {
                Tally tally = new Simulation(limit.get(), 1)
                        .connections(16)
                        .work(0.010)
                        .rate(load * 1600)
                        .run(60);
                row.append(" | %.0f, %.0f".formatted(tally.succeeded / 60.0, 1e3 * tally.latency(0.99)));
            });
            System.out.println(row + " |");
        }
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
            public void onCompleted(long startNanos, long durationNanos, int inService, int waiting) {
                windowed.onSample(startNanos, durationNanos, inService, false);
            }
        };
    }
}
