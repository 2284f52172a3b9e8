/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.tuned.bench.process.ServiceProcess;

/**
 * The plan of a run.
 *
 * @param experiments one after the other; the first has the control instance that the run is judged by
 * @param launches how many launches there are of each variant
 * @param warmUp the rule by which each launch is warmed up
 * @param readyPath the path that a service answers with status 200 when it is ready; empty where any answer will do
 * @param readyWithin how long that path may be answered with another status
 * @param settings what each variant is started with beyond what all have, by its name
 */
public record Plan(
        List<Experiment> experiments,
        int launches,
        WarmUp warmUp,
        String readyPath,
        Duration readyWithin,
        Map<String, String> settings) {

    /** A number of launches, each warmed up by one round. */
    public static Plan of(List<Experiment> experiments, int launches, String readyPath) {
        return new Plan(experiments, launches, WarmUp.ONCE, readyPath, ServiceProcess.READY_TIMEOUT, Map.of());
    }
}
