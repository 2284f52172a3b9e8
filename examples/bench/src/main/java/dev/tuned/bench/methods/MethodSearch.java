/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.methods;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.recording.FlightRecording;
import dev.tuned.bench.recording.MethodTimings;
import dev.tuned.bench.recording.MethodTimings.Timing;
import dev.tuned.bench.recording.Settings;
import dev.tuned.bench.recording.TargetJvm;
import dev.tuned.bench.result.GrownMethod;
import dev.tuned.bench.result.GrownMethod.Change;
import dev.tuned.bench.result.Growth;
import dev.tuned.bench.run.Workload;

/**
 * Looks which methods grew from one service to another: records both, first samples of their methods, then, where both
 * JVMs can do that, calls and times of the methods that grew. The services take turns, and both get the same requests.
 *
 * @param workload the requests
 * @param jars the jars of both services, whose own classes are the application's
 * @param worse the keys of the metrics that became worse: methods that explain them come first
 */
public record MethodSearch(Workload workload, List<Path> jars, Set<String> worse) {

    private static final int SAMPLED_SLICES = 9;
    private static final int TIMED_SLICES = 3;
    private static final Duration MAX = Duration.ofMinutes(5);
    private static final int TIMED_METHODS = 5;

    /** Reads what was recorded of a service during a number of requests. */
    private interface Reader<T> {

        T read(int service, Path recording, long requests) throws IOException;
    }

    /** The calls of timed methods during a number of requests. */
    private record Timed(MethodTimings timings, long requests) {

        static Timed read(int service, Path recording, long requests) throws IOException {
            MethodTimings timings = new MethodTimings();
            FlightRecording.read(recording, timings::add);
            return new Timed(timings, Math.max(1, requests));
        }
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

    /** Looks at two services that are warm. */
    public Growth between(ServiceProcess before, ServiceProcess after) throws IOException, InterruptedException {
        List<ServiceProcess> both = List.of(before, after);
        List<TargetJvm> targets = List.of(TargetJvm.of(before.pid()), TargetJvm.of(after.pid()));
        boolean exact = targets.stream().allMatch(each -> FlightRecording.timesMethods(each.java()));
        Frames frames = new Frames(jars);
        Map<Profile.Resource, Map<String, Node>> spent = new EnumMap<>(Profile.Resource.class);
        List<Profile> profiles = record(
                both,
                targets,
                samples(exact),
                SAMPLED_SLICES,
                (service, file, requests) -> new Profile(frames, service, spent).read(file, requests));
        List<GrownMethod> grown = new Growths(spent, profiles.get(0), profiles.get(1), worse).methods();
        String filter = grown.stream()
                .filter(GrownMethod::own)
                .limit(TIMED_METHODS)
                .map(each -> timed(each.method()))
                .collect(Collectors.joining(";"));
        if (exact && !filter.isEmpty()) {
            Settings calls = new Settings().event("jdk.MethodTiming", "period", "endChunk", "filter", filter);
            List<Timed> timed = record(both, targets, calls, TIMED_SLICES, Timed::read);
            grown = grown.stream()
                    .map(each -> withTimes(each, timed.get(0), timed.get(1)))
                    .toList();
        }
        for (ServiceProcess service : both) {
            workload.observed(service);
        }
        return new Growth(sure(profiles.get(0), profiles.get(1), exact), grown);
    }

    /** Records both during some slices. */
    private <T> List<T> record(
            List<ServiceProcess> both, List<TargetJvm> targets, Settings settings, int slices, Reader<T> reader)
            throws IOException, InterruptedException {
        try (FlightRecording one = FlightRecording.start(targets.get(0), settings, MAX);
                FlightRecording other = FlightRecording.start(targets.get(1), settings, MAX)) {
            long[] requests = new long[both.size()];
            for (int slice = 0; slice < slices; slice++) {
                for (int i = 0; i < requests.length; i++) {
                    requests[i] += workload.measure(both.get(i), slice).requests();
                }
            }
            Path before = one.stop();
            Path after = other.stop();
            return List.of(reader.read(0, before, requests[0]), reader.read(1, after, requests[1]));
        }
    }

    private static Settings samples(boolean exact) {
        Settings settings =
                new Settings().event("jdk.ObjectAllocationSample", "throttle", "1000/s", "stackTrace", "true");
        for (String wait : Profile.WAITS) {
            settings.event(wait, "threshold", "100 us", "stackTrace", "true");
        }
        return exact
                ? settings.event("jdk.CPUTimeSample", "throttle", "5ms", "stackTrace", "true")
                : settings.event("jdk.ExecutionSample", "period", "10 ms");
    }

    /** The name of a method for the JVM, such as {@code com.example.Shop::buy}. */
    private static String timed(String method) {
        return method.replaceFirst("\\.([^.]+)$", "::$1");
    }

    private static GrownMethod withTimes(GrownMethod method, Timed before, Timed after) {
        Timing one = before.timings.of(timed(method.method()));
        Timing other = after.timings.of(timed(method.method()));
        return other.count() == 0
                ? method
                : method.with(new Change(
                                "calls",
                                "",
                                (double) one.count() / before.requests,
                                (double) other.count() / after.requests))
                        .with(new Change("time of a call", "µs", one.averageMicros(), other.averageMicros()));
    }

    private static String sure(Profile before, Profile after, boolean exact) {
        return String.format(
                Locale.ROOT,
                "By %,d and %,d %s of %,d and %,d requests; what grew by less than three standard errors is left out.",
                before.samples,
                after.samples,
                exact
                        ? "samples of CPU time, system calls in it,"
                        : "samples of Java code (less sure than on Java 25: system calls are not in it, and no calls were counted)",
                before.requests,
                after.requests);
    }
}
