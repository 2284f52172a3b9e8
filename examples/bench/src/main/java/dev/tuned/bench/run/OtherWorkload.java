/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.util.Map;

import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.statistics.Metric;

/** Passes everything on to another workload; a subclass adds to it. */
public abstract class OtherWorkload implements Workload {

    private final Workload other;

    protected OtherWorkload(Workload other) {
        this.other = other;
    }

    @Override
    public String name() {
        return other.name();
    }

    @Override
    public String what() {
        return other.what();
    }

    @Override
    public String load() {
        return other.load();
    }

    @Override
    public void begin(ServiceProcess service) throws IOException, InterruptedException {
        other.begin(service);
    }

    @Override
    public void end(ServiceProcess service) throws IOException, InterruptedException {
        other.end(service);
    }

    @Override
    public void check(ServiceProcess service) throws IOException, InterruptedException {
        other.check(service);
    }

    @Override
    public LoadResult warmUp(ServiceProcess service, WarmUp.Round round) throws IOException, InterruptedException {
        return other.warmUp(service, round);
    }

    @Override
    public void settle(ServiceProcess service) throws IOException, InterruptedException {
        other.settle(service);
    }

    @Override
    public int slices() {
        return other.slices();
    }

    @Override
    public LoadResult measure(ServiceProcess service, int slice) throws IOException, InterruptedException {
        return other.measure(service, slice);
    }

    @Override
    public boolean byMedianOfSlices() {
        return other.byMedianOfSlices();
    }

    @Override
    public Map<Metric, Double> observed(ServiceProcess service) throws IOException, InterruptedException {
        return other.observed(service);
    }

    @Override
    public Map<Metric, Double> observedAtEnd(ServiceProcess service) throws IOException {
        return other.observedAtEnd(service);
    }
}
