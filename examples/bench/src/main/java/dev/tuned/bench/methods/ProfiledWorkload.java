/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.methods;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.recording.FlightRecording;
import dev.tuned.bench.recording.MethodTimings;
import dev.tuned.bench.recording.Settings;
import dev.tuned.bench.recording.TargetJvm;
import dev.tuned.bench.result.GrownMethod;
import dev.tuned.bench.result.GrownMethod.Change;
import dev.tuned.bench.result.Growth;
import dev.tuned.bench.run.OtherWorkload;
import dev.tuned.bench.run.Variant;
import dev.tuned.bench.run.Workload;

/**
 * A workload that records two services: first samples of their methods, then, where the JVM can do that, calls and
 * times of the methods that grew. The services take turns, so that both get the same requests. For one thread, except
 * for the warm-up.
 */
public final class ProfiledWorkload extends OtherWorkload implements AutoCloseable {

    private static final int SAMPLED_SLICES = 9;

    /** In one slice in between nothing is recorded, so that both recordings can be read. */
    private static final int SLICES = SAMPLED_SLICES + 4;

    private static final Duration MAX = Duration.ofMinutes(5);
    private static final int TIMED_METHODS = 5;

    private final Frames frames;
    private final Set<String> worse;
    /** The services by their variant. */
    private final Map<String, Recorded> services = new LinkedHashMap<>();

    private List<GrownMethod> grown = List.of();
    private boolean compared;

    private static final class Recorded {

        private final TargetJvm target;
        private @Nullable FlightRecording recording;
        private @Nullable Profile profile;
        private long requests;
        private long timedRequests;
        private final Map<String, double[]> timed = new HashMap<>();

        Recorded(TargetJvm target) {
            this.target = target;
        }

        void start(Settings settings) throws IOException, InterruptedException {
            recording = FlightRecording.start(target, settings, MAX);
        }

        void close() throws IOException {
            if (recording != null) {
                recording.close();
                recording = null;
            }
        }
    }

    /**
     * Creates a workload.
     *
     * @param other the requests
     * @param jars the jars of both services, whose own classes are the application's
     * @param worse the keys of the metrics that became worse: methods that explain them come first
     */
    public ProfiledWorkload(Workload other, List<Path> jars, Set<String> worse) throws IOException {
        super(other);
        this.worse = worse;
        this.frames = new Frames(jars);
    }

    /**
     * The same service with small buffers of its threads for allocation, whose first object is a sample: each gives one
     * of every 32 kB. Stacks of Spring are deeper than the 64 frames that are kept by default. One that runs already is
     * left as it is.
     */
    public static Variant sampled(Variant variant) {
        return variant.running() == null
                ? variant.withJvmFlags(
                        "-XX:TLABSize=32k", "-XX:-ResizeTLAB", "-XX:FlightRecorderOptions=stackdepth=256")
                : variant;
    }

    @Override
    public int slices() {
        return SLICES;
    }

    @Override
    public LoadResult measure(ServiceProcess service, int slice) throws IOException, InterruptedException {
        Recorded recorded = services.get(service.variant());
        if (recorded == null) {
            recorded = new Recorded(TargetJvm.of(service.pid()));
            services.put(service.variant(), recorded);
            recorded.start(samples(recorded.target.java()));
        }
        if (slice == SAMPLED_SLICES) {
            readSamples(recorded);
        }
        if (slice > SAMPLED_SLICES && recorded.recording == null) {
            compare();
            time(recorded);
        }
        LoadResult result = super.measure(service, slice);
        recorded.requests += slice < SAMPLED_SLICES ? result.requests() : 0;
        recorded.timedRequests += slice > SAMPLED_SLICES ? result.requests() : 0;
        return result;
    }

    private static Settings samples(int java) {
        Settings settings =
                new Settings().event("jdk.ObjectAllocationSample", "throttle", "1000/s", "stackTrace", "true");
        for (String wait : Profile.WAITS) {
            settings.event(wait, "threshold", "100 us", "stackTrace", "true");
        }
        return FlightRecording.timesMethods(java)
                ? settings.event("jdk.CPUTimeSample", "throttle", "5ms", "stackTrace", "true")
                : settings.event("jdk.ExecutionSample", "period", "10 ms");
    }

    private void readSamples(Recorded recorded) throws IOException, InterruptedException {
        FlightRecording recording = recorded.recording;
        if (recording != null) {
            recorded.profile = Profile.read(recording.stop(), frames, recorded.requests);
            recorded.close();
        }
    }

    private void compare() {
        Recorded before = services.get("before");
        Recorded after = services.get("after");
        if (!compared && before != null && after != null && before.profile != null && after.profile != null) {
            grown = new Growths(before.profile, after.profile, worse).methods();
            compared = true;
        }
    }

    private void time(Recorded recorded) throws IOException, InterruptedException {
        String filter = grown.stream()
                .filter(GrownMethod::own)
                .limit(TIMED_METHODS)
                .map(each -> timed(each.method()))
                .collect(Collectors.joining(";"));
        if (!filter.isEmpty() && FlightRecording.timesMethods(recorded.target.java())) {
            recorded.start(new Settings().event("jdk.MethodTiming", "period", "endChunk", "filter", filter));
        }
    }

    /** The name of a method for the JVM, such as {@code com.example.Shop::buy}. */
    private static String timed(String method) {
        return method.replaceFirst("\\.([^.]+)$", "::$1");
    }

    @Override
    public Map<dev.tuned.bench.statistics.Metric, Double> observed(ServiceProcess service)
            throws IOException, InterruptedException {
        Recorded recorded = services.get(service.variant());
        FlightRecording recording = recorded == null ? null : recorded.recording;
        if (recorded != null && recording != null) {
            MethodTimings timings = new MethodTimings();
            FlightRecording.read(recording.stop(), timings::add);
            for (MethodTimings.Timing timing : timings.all()) {
                double[] all = recorded.timed.computeIfAbsent(timing.method(), ignored -> new double[2]);
                all[0] += timing.count();
                all[1] += timing.nanos() / 1e3;
            }
            recorded.close();
        }
        return super.observed(service);
    }

    /** The growth, or {@code null} unless both services were recorded. */
    public @Nullable Growth growth() {
        Recorded before = services.get("before");
        Recorded after = services.get("after");
        if (before == null || after == null || before.profile == null || after.profile == null) {
            return null;
        }
        compare();
        List<GrownMethod> methods = new ArrayList<>();
        for (GrownMethod method : grown) {
            methods.add(withTimes(method, before, after));
        }
        return new Growth(sure(before, after), methods);
    }

    private static GrownMethod withTimes(GrownMethod method, Recorded before, Recorded after) {
        double[] one = before.timed.getOrDefault(timed(method.method()), new double[2]);
        double[] other = after.timed.getOrDefault(timed(method.method()), new double[2]);
        return other[0] == 0
                ? method
                : method.with(new Change(
                                "calls",
                                "",
                                one[0] / Math.max(1, before.timedRequests),
                                other[0] / Math.max(1, after.timedRequests)))
                        .with(new Change(
                                "time of a call", "µs", one[0] == 0 ? 0 : one[1] / one[0], other[1] / other[0]));
    }

    private static String sure(Recorded before, Recorded after) {
        long samplesBefore = before.profile == null ? 0 : before.profile.samples();
        long samplesAfter = after.profile == null ? 0 : after.profile.samples();
        boolean exact =
                FlightRecording.timesMethods(before.target.java()) && FlightRecording.timesMethods(after.target.java());
        return String.format(
                Locale.ROOT,
                "By %,d and %,d %s of %,d and %,d requests; what grew by less than three standard errors is left out.",
                samplesBefore,
                samplesAfter,
                exact
                        ? "samples of CPU time, system calls in it,"
                        : "samples of Java code (less sure than on Java 25: system calls are not in it, and no calls were counted)",
                before.requests,
                after.requests);
    }

    /** Ends what still records. */
    @Override
    public void close() throws IOException {
        for (Recorded recorded : services.values()) {
            recorded.close();
        }
    }
}
