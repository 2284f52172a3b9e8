/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.show;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ProcFiles;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.run.OtherWorkload;
import dev.tuned.bench.run.Workload;
import dev.tuned.bench.statistics.Metric;

/** A workload that also observes the threads and the slowest requests of each slice, however few there are. */
final class Watched extends OtherWorkload {

    static final Metric THREADS = new Metric("threads", "threads of the process", false, 1);

    private double p99;

    Watched(Workload other) {
        super(other);
    }

    @Override
    public LoadResult measure(ServiceProcess service, int slice) throws IOException, InterruptedException {
        LoadResult result = super.measure(service, slice);
        p99 = result.latencyMicros().getValueAtPercentile(99) / 1e3;
        return result;
    }

    @Override
    public Map<Metric, Double> observed(ServiceProcess service) throws IOException, InterruptedException {
        Map<Metric, Double> all = new HashMap<>(super.observed(service));
        all.put(Metric.P99, p99);
        // Tomcat keeps its threads for a minute: those that are there now are those that it took.
        all.put(THREADS, (double) ProcFiles.threadNames(service.pid()).size());
        return all;
    }
}
