/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.tuned.examples.beforeafter.result.Round;
import dev.tuned.examples.beforeafter.scenario.Trial;

/**
 * Warms the sides up with equal numbers of requests: a process that has served more is ahead in compiled code, which has
 * been seen to count for 28 %. Only a side for reference that is far slower gets fewer.
 */
final class WarmUp {

    /**
     * The share of the warm-up's time that each step takes; the sizes come from the step before. Steps take turns between
     * the sides, so that no side compiles in the background while another one is measured for long.
     */
    private static final double[] STEPS = {0.1, 0.2, 0.3, 0.4};

    private static final long PROBE_PER_CONNECTION = 2;
    private static final long LEAST_PROBE = 20;

    private final Meter meter;
    private final Trial trial;
    private final TrialProgress progress;

    WarmUp(Meter meter, Trial trial, TrialProgress progress) {
        this.meter = meter;
        this.trial = trial;
        this.progress = progress;
    }

    /** Warms up for about so many seconds in all and returns what the last step observed on each side. */
    Map<String, Round> run(List<RunningSide> sides, Set<String> equal, double seconds)
            throws IOException, InterruptedException, VoidTrialException {
        int connections = progress.pace().connections();
        long probe = trial.scenario().workload().isLarge()
                ? connections
                : Math.max(LEAST_PROBE, PROBE_PER_CONNECTION * connections);
        Map<String, Round> observed = step(0, sides, equal, probe, seconds, Map.of());
        for (int step = 0; step < STEPS.length; step++) {
            double total = observed.values().stream()
                    .filter(round -> equal.contains(round.side()))
                    .mapToDouble(progress.pace()::secondsPerRequest)
                    .sum();
            double available = seconds * STEPS[step] * equal.size() / sides.size();
            long requests = Math.max(probe, (long) (available / total));
            observed = step(step + 1, sides, equal, requests, available, observed);
        }
        return observed;
    }

    private Map<String, Round> step(
            int step,
            List<RunningSide> sides,
            Set<String> equal,
            long requests,
            double seconds,
            Map<String, Round> before)
            throws IOException, InterruptedException, VoidTrialException {
        Map<String, Round> observed = new LinkedHashMap<>();
        List<RunningSide> order = new ArrayList<>(sides);
        if (step % 2 == 1) {
            Collections.reverse(order);
        }
        for (RunningSide side : order) {
            Round last = before.get(side.name());
            long own = last == null || equal.contains(side.name())
                    ? requests
                    : Math.min(requests, (long) (seconds / progress.pace().secondsPerRequest(last)));
            long least = Math.max(own, progress.pace().connections());
            observed.put(
                    side.name(),
                    meter.measure(
                            0,
                            side,
                            trial.scenario(),
                            -1L - step,
                            progress.pace().load(least)));
        }
        progress.warmedUp(requests);
        return observed;
    }
}
