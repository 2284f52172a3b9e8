/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.tuned.bench.result.Measurement;

/** Carries out a plan: launch by launch, workload by workload, variant by variant. For one thread. */
public final class Run {

    private final Plan plan;
    private final RunState state;
    private final Site site;
    private final Ruler ruler = new Ruler();

    /**
     * Creates a run.
     *
     * @param plan what to do
     * @param state takes the measurements; what it holds already is not measured again
     */
    public Run(Plan plan, RunState state, Site site) {
        this.plan = plan;
        this.state = state;
        this.site = site;
    }

    /**
     * Runs.
     *
     * @throws IOException if a service fails; what has been measured by then is in the state
     */
    public void run() throws IOException, InterruptedException {
        state.begun();
        for (Experiment experiment : plan.experiments()) {
            for (int launch = 1; launch <= plan.launches(); launch++) {
                if (!state.hasLaunch(experiment.name(), launch)) {
                    state.add(launch(experiment, launch));
                }
            }
        }
        state.finished();
    }

    private List<Measurement> launch(Experiment experiment, int number) throws IOException, InterruptedException {
        String prefix = experiment.name() + ": launch " + number + ": ";
        double before = number - 1;
        try (SideBySide services = new SideBySide(experiment, number, site)) {
            int count = experiment.launched().size();
            progress(experiment, before, prefix + "starting " + count + " services");
            services.start(plan);
            progress(experiment, before, prefix + "warming up");
            services.warmUp(plan.warmUp());
            List<Workload> workloads = experiment.workloads();
            List<Measurement> measurements = new ArrayList<>();
            for (int index = 0; index < workloads.size(); index++) {
                Workload workload = workloads.get(index);
                progress(experiment, before + (double) index / workloads.size(), prefix + workload.name());
                measurements.addAll(services.measure(workload, ruler));
            }
            services.end();
            return measurements;
        }
    }

    /** Tells how much of the run is done when some launches of an experiment are. */
    private void progress(Experiment current, double launched, String what) {
        double all = 0;
        double done = 0;
        for (Experiment experiment : plan.experiments()) {
            double weight = (double) experiment.launched().size()
                    * experiment.workloads().size();
            if (experiment.equals(current)) {
                done = all + weight * launched;
            }
            all += weight * plan.launches();
        }
        site.listener().progress(what, Math.min(1, done / all));
    }
}
