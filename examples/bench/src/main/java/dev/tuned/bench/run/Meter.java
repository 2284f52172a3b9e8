/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.descriptive.Median;

import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Usage;
import dev.tuned.bench.result.Measurement;
import dev.tuned.bench.statistics.Metric;

/** Adds up what the slices of a workload cost one launch of a variant. For one thread. */
public final class Meter {

    /** Time for work that goes on after the answers, such as writing queued log events, to be counted. */
    private static final long QUIET_MILLIS = 20;

    /** A 99th percentile of fewer is a matter of a few requests. */
    private static final long MIN_REQUESTS_FOR_P99 = 500;

    /** The pause of fewer collections depends on whether one more falls into the time that is measured. */
    private static final long MIN_COLLECTIONS = 5;

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final ServiceProcess service;
    private final Workload workload;
    private final Histogram latencyMicros = new Histogram(3);
    private final Map<Metric, Double> totals = new LinkedHashMap<>();
    private final List<Double> cpuMicros = new ArrayList<>();
    private final Map<String, Double> metrics = new LinkedHashMap<>();
    private long requests;

    /** The requests of all slices, also of those that do not count: failures in these count all the same. */
    private long sent;

    private long served;
    private long nanos;
    private double servingSeconds;
    private long clientNanos;
    private long stallNanos;
    private long collections;

    /** Begins with nothing measured. */
    public Meter(ServiceProcess service, Workload workload) {
        this.service = service;
        this.workload = workload;
    }

    /** What one slice came to. */
    public record Slice(LoadResult result, Usage before, Usage after) {}

    ServiceProcess service() {
        return service;
    }

    /**
     * Measures one slice, which does not count yet.
     *
     * @param slice its number, from 0
     */
    public Slice measure(int slice) throws IOException, InterruptedException {
        Usage before = service.usage();
        LoadResult result = workload.measure(service, slice);
        Thread.sleep(QUIET_MILLIS);
        return new Slice(result, before, service.usage());
    }

    /** Counts nothing of a slice but the requests that failed. */
    void addErrors(Slice slice) {
        sent += slice.result().requests();
        add(Metric.ERRORS, 100.0 * slice.result().failures());
    }

    /** Counts a slice. */
    public void add(Slice slice) {
        LoadResult result = slice.result();
        Usage before = slice.before();
        Usage after = slice.after();
        requests += result.requests();
        served += result.requests() - result.failures();
        nanos += result.nanos();
        clientNanos += result.clientCpuNanos();
        stallNanos = Math.max(stallNanos, result.stallNanos());
        latencyMicros.add(result.latencyMicros());
        if (result.requestsPerSecond() > 0) {
            servingSeconds += (result.requests() - result.failures()) / result.requestsPerSecond();
        }
        if (after.cpuNanos() >= 0) {
            double micros = (after.cpuNanos() - before.cpuNanos()) / NANOS_PER_MICRO;
            cpuMicros.add(micros / Math.max(1, result.requests()));
            add(Metric.CPU, micros);
            add(Metric.CPU_WITHOUT_COMPILERS, (after.ownCpuNanos() - before.ownCpuNanos()) / NANOS_PER_MICRO);
            add(Metric.COMPILER_CPU, (after.compilerNanos() - before.compilerNanos()) / NANOS_PER_MICRO);
            add(Metric.COLLECTOR_CPU, (after.collectorNanos() - before.collectorNanos()) / NANOS_PER_MICRO);
        }
        if (after.allocatedBytes() >= 0) {
            add(Metric.ALLOCATED, (double) (after.allocatedBytes() - before.allocatedBytes()));
            collections += after.collections() - before.collections();
            add(Metric.GC_PAUSE, (after.gcPauseMillis() - before.gcPauseMillis()) * NANOS_PER_MICRO);
        }
        if (after.writtenBytes() >= 0) {
            long written = after.writtenBytes() - before.writtenBytes() - result.receivedBytes();
            add(Metric.WRITTEN, (double) Math.max(0, written));
            add(Metric.WRITE_CALLS, (double) (after.writeCalls() - before.writeCalls()));
        }
        addErrors(slice);
    }

    private void add(Metric metric, double value) {
        totals.merge(metric, value, Double::sum);
    }

    /** The CPU time of the process per request in each slice, in microseconds; empty where it is not known. */
    List<Double> cpuMicros() {
        return cpuMicros;
    }

    /**
     * The CPU time per request of a launch from that of its slices, in which all services had the same requests; empty
     * where it is not known. In some slices the JVM throws compiled code away, and a request costs up to twice as much
     * until it is compiled again; each service meets that in another slice, or never. So the first service's time is the
     * median of its slices; another's is the first's times the median of their ratios, slice by slice. Work that falls
     * into fewer than half of a service's slices is not in it.
     *
     * @param first the slices of the first service; empty if its process is not known
     */
    static OptionalDouble cpuMicros(List<Double> first, List<Double> slices) {
        OptionalDouble ratio = median(IntStream.range(0, Math.min(slices.size(), first.size()))
                .filter(slice -> first.get(slice) > 0)
                .mapToDouble(slice -> slices.get(slice) / first.get(slice)));
        return ratio.isEmpty()
                ? median(slices.stream().mapToDouble(each -> each))
                : OptionalDouble.of(ratio.getAsDouble()
                        * median(first.stream().mapToDouble(each -> each)).orElseThrow());
    }

    private static OptionalDouble median(DoubleStream values) {
        double[] all = values.toArray();
        return all.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Median.withDefaults().evaluate(all));
    }

    /**
     * The measurement of all slices together.
     *
     * @param launch the number of the launch
     * @param first the CPU time per request of the first service in each slice
     * @param ruler by which factor it moved at most in a slice that counts
     */
    public Measurement result(String experiment, int launch, List<Double> first, double othersShare, double ruler)
            throws IOException, InterruptedException {
        totals.forEach((metric, total) ->
                metrics.put(metric.key(), total / Math.max(1, metric.equals(Metric.ERRORS) ? sent : requests)));
        if (collections < MIN_COLLECTIONS) {
            metrics.remove(Metric.GC_PAUSE.key());
        }
        if (workload.byMedianOfSlices()) {
            cpuMicros(first, cpuMicros).ifPresent(micros -> metrics.put(Metric.CPU.key(), micros));
            metrics.remove(Metric.CPU_WITHOUT_COMPILERS.key());
        }
        metrics.put(Metric.RATE.key(), servingSeconds == 0 ? 0 : served / servingSeconds);
        metrics.put(Metric.P50.key(), latencyMicros.getValueAtPercentile(50) / 1e3);
        if (latencyMicros.getTotalCount() >= MIN_REQUESTS_FOR_P99) {
            metrics.put(Metric.P99.key(), latencyMicros.getValueAtPercentile(99) / 1e3);
        }
        long rss = service.usage().rssBytes();
        if (rss >= 0) {
            metrics.put(Metric.RSS.key(), rss / 1048576.0);
        }
        workload.observed(service).forEach((metric, value) -> metrics.put(metric.key(), value));
        return new Measurement(
                experiment,
                launch,
                service.variant(),
                workload.name(),
                requests,
                nanos / NANOS_PER_SECOND,
                (double) clientNanos / Math.max(1, nanos),
                stallNanos / 1e6,
                othersShare,
                metrics,
                encoded(),
                ruler);
    }

    /** Adds to the measurement what is known only now that the service has ended. */
    void addWhatShowsAtTheEnd() throws IOException {
        workload.observedAtEnd(service).forEach((metric, value) -> metrics.put(metric.key(), value));
    }

    private String encoded() {
        ByteBuffer buffer = ByteBuffer.allocate(latencyMicros.getNeededByteBufferCapacity());
        int length = latencyMicros.encodeIntoCompressedByteBuffer(buffer);
        byte[] bytes = new byte[length];
        buffer.flip().get(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
