/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.beforeafter.result.Round;
import dev.tuned.examples.beforeafter.statistics.Metric;

/**
 * How many rounds are measured and how many requests each side gets per round. Depends on nothing but its input.
 *
 * @param rounds the number of rounds: even where it was ours to choose, so that each order of sides comes equally often
 * @param requests requests per round by side
 */
record RoundPlan(int rounds, Map<String, Long> requests) {

    private static final int LEAST_ROUNDS = 6;
    private static final int MOST_ROUNDS = 20;

    /** A round on one side takes at most so many seconds per second of CPU time wanted: a rate may be low. */
    private static final double MOST_SECONDS_PER_CPU_SECOND = 3;

    /** In a closed loop of many connections the first answers are a good part of a round unless each has some. */
    private static final int MANY_CONNECTIONS = 100;

    private static final int LEAST_PER_CONNECTION = 2;
    private static final int LEAST_PER_CONNECTION_OF_MANY = 5;

    /** What a round costs besides its load: reading the counters twice and settling. */
    private static final double OVERHEAD_SECONDS = 0.1;

    /** A side for reference may be a hundred times slower; it gets no more time than this many equal shares. */
    private static final double REFERENCE_SHARE = 2;

    /**
     * Plans from a calibration.
     *
     * @param observed a round of each side at the end of its warm-up
     * @param equal the sides that get equal numbers of requests; the others may get fewer
     * @param pace how load is offered
     * @param cpuSeconds the server CPU time that a round should take on the cheapest side: it is counted in steps of 10 ms
     * @param seconds the time there is
     * @param wished the number of rounds asked for, or {@code null} to choose
     */
    static RoundPlan of(
            Map<String, Round> observed,
            Set<String> equal,
            Pace pace,
            double cpuSeconds,
            double seconds,
            @Nullable Integer wished) {
        double enough = observed.values().stream()
                .filter(round -> equal.contains(round.side()))
                .mapToDouble(round -> Math.min(
                        cpuSeconds * 1e6 / Math.max(cpuMicros(round), 1),
                        MOST_SECONDS_PER_CPU_SECOND * cpuSeconds / pace.secondsPerRequest(round)))
                .max()
                .orElseThrow();
        double wanted = Math.max((double) least(pace), enough);
        double pass = passSeconds(observed, equal, pace, wanted);
        int fitting = (int) (seconds / (pass + OVERHEAD_SECONDS * observed.size())) / 2 * 2;
        int rounds = wished != null ? wished : Math.max(LEAST_ROUNDS, Math.min(MOST_ROUNDS, fitting));
        double available = seconds / rounds - OVERHEAD_SECONDS * observed.size();
        double scale = wished != null ? 1 : Math.max(0.1, Math.min(1, available / pass));
        Map<String, Long> requests = new LinkedHashMap<>();
        observed.forEach((side, round) ->
                requests.put(side, Math.max(least(pace), Math.round(scale * share(round, equal, pace, wanted)))));
        return new RoundPlan(rounds, requests);
    }

    private static long least(Pace pace) {
        boolean many = pace.rate() == null && pace.connections() >= MANY_CONNECTIONS;
        return (long) pace.connections() * (many ? LEAST_PER_CONNECTION_OF_MANY : LEAST_PER_CONNECTION);
    }

    private static double passSeconds(Map<String, Round> observed, Set<String> equal, Pace pace, double wanted) {
        return observed.values().stream()
                .mapToDouble(round -> share(round, equal, pace, wanted) * pace.secondsPerRequest(round))
                .sum();
    }

    private static double share(Round round, Set<String> equal, Pace pace, double wanted) {
        return equal.contains(round.side())
                ? wanted
                : Math.min(wanted, REFERENCE_SHARE / pace.secondsPerRequest(round));
    }

    private static double cpuMicros(Round round) {
        return round.metrics().getOrDefault(Metric.CPU_US_PER_REQUEST.key(), 1.0);
    }
}
