/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.methods;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

import dev.tuned.bench.recording.FlightRecording;
import dev.tuned.bench.statistics.Metric;

/** The resources that a service spent in its methods during a recording. */
final class Profile {

    /** A resource that methods spend. */
    enum Resource {
        CPU("CPU", "µs"),
        WAITING("waiting", "µs"),
        ALLOCATION("allocation", "B");

        final String label;
        final String unit;

        Resource(String label, String unit) {
            this.label = label;
            this.unit = unit;
        }

        /** Whether more of it shows in one of the metrics, which are named by their keys. */
        boolean showsIn(Set<String> keys) {
            List<Metric> metrics = switch (this) {
                case CPU -> List.of(Metric.CPU, Metric.P99);
                case WAITING -> List.of(Metric.P99, Metric.WRITTEN);
                case ALLOCATION -> List.of(Metric.ALLOCATED, Metric.GC_PAUSE, Metric.RSS);
            };
            return metrics.stream().map(Metric::key).anyMatch(keys::contains);
        }
    }

    /** Stands for what a request spends outside the methods of the application. */
    static final String LIBRARIES = "";

    /** Stands for what is spent outside requests, where nothing is the application's. */
    private static final String BACKGROUND = ".";

    /** Frames that lead to a method, as many as are shown. */
    private static final int CALLERS = 4;

    /** The events of a thread that waits. */
    static final List<String> WAITS = List.of(
            "jdk.JavaMonitorEnter",
            "jdk.JavaMonitorWait",
            "jdk.ThreadPark",
            "jdk.ThreadSleep",
            "jdk.SocketRead",
            "jdk.FileRead",
            "jdk.FileWrite");

    private static final double EXECUTION_SAMPLE_MICROS = 10_000;

    /** A sample of allocation: what its thread allocated since the sample before, or since the thread began. */
    private record Allocated(long thread, List<String> stack, double bytes) {}

    private final Frames frames;
    private final int service;
    private final Map<Resource, Map<String, Node>> spent;

    private final Map<Resource, Double> sums = new EnumMap<>(Resource.class);
    private final List<Allocated> allocated = new ArrayList<>();
    private final Map<String, Map<List<String>, Integer>> callers = new HashMap<>();
    /** The samples of CPU time. */
    long samples;

    long requests = 1;

    /**
     * Begins with nothing spent.
     *
     * @param service 0 for the service before, 1 for the one after
     * @param spent what each method of both spent, its callees included; what belongs to none is under two names of its own
     */
    Profile(Frames frames, int service, Map<Resource, Map<String, Node>> spent) {
        this.frames = frames;
        this.service = service;
        this.spent = spent;
    }

    /** Reads a recording that was made during a number of requests. */
    Profile read(Path recording, long number) throws IOException {
        requests = Math.max(1, number);
        FlightRecording.read(recording, this::add);
        countAllocated();
        return this;
    }

    /**
     * Counts the samples of allocation. A thread's first stands for all that it allocated before the recording, so it counts
     * as much as the others do on average.
     */
    void countAllocated() {
        Set<Long> threads = new HashSet<>();
        List<Allocated> first = new ArrayList<>();
        List<Allocated> others = new ArrayList<>();
        allocated.forEach(each -> (threads.add(each.thread) ? first : others).add(each));
        others.forEach(each -> add(Resource.ALLOCATION, each.stack, each.bytes));
        double average = others.stream().mapToDouble(Allocated::bytes).average().orElse(Double.MAX_VALUE);
        first.forEach(each -> add(Resource.ALLOCATION, each.stack, Math.min(each.bytes, average)));
    }

    private void add(RecordedEvent event) {
        List<String> stack = Frames.of(event.getStackTrace());
        switch (event.getEventType().getName()) {
            case "jdk.CPUTimeSample" ->
                add(Resource.CPU, stack, event.getDuration("samplingPeriod").toNanos() / 1e3);
            case "jdk.ExecutionSample" -> add(Resource.CPU, stack, EXECUTION_SAMPLE_MICROS);
            case "jdk.ObjectAllocationSample" -> addAllocated(thread(event), stack, (double) event.getLong("weight"));
            default -> {
                // Others come with every recording.
                boolean waits = WAITS.contains(event.getEventType().getName());
                if (waits && (!frames.ownIn(stack).isEmpty() || Frames.ofRequest(stack) > 0)) {
                    add(Resource.WAITING, stack, event.getDuration().toNanos() / 1e3);
                }
            }
        }
    }

    void addAllocated(long thread, List<String> stack, double bytes) {
        allocated.add(new Allocated(thread, stack, bytes));
    }

    private static long thread(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        return thread == null ? 0 : thread.getId();
    }

    /** Counts what a stack, the method that ran first, stands for. */
    void add(Resource resource, List<String> stack, double amount) {
        if (stack.isEmpty() || amount <= 0) {
            return;
        }
        if (resource == Resource.CPU) {
            samples++;
        }
        Map<String, Integer> own = frames.ownIn(stack);
        int ofRequest = Frames.ofRequest(stack);
        if (!own.isEmpty() || ofRequest > 0) {
            sums.merge(resource, amount, Double::sum);
        }
        own.forEach((method, index) -> {
            add(resource, method, stack.subList(0, index), amount);
            List<String> lead = stack.subList(index + 1, Math.min(stack.size(), index + 1 + CALLERS));
            callers.computeIfAbsent(method, ignored -> new HashMap<>()).merge(List.copyOf(lead), 1, Integer::sum);
        });
        if (own.isEmpty()) {
            add(
                    resource,
                    ofRequest > 0 ? LIBRARIES : BACKGROUND,
                    ofRequest > 0 ? stack.subList(0, ofRequest) : stack,
                    amount);
        }
    }

    private void add(Resource resource, String method, List<String> callees, double amount) {
        List<String> path = new ArrayList<>(callees);
        Collections.reverse(path);
        spent.computeIfAbsent(resource, ignored -> new HashMap<>())
                .computeIfAbsent(method, ignored -> new Node())
                .add(service, path, amount);
    }

    /** Whether a name stands for methods of libraries. */
    static boolean isOfLibraries(String method) {
        return method.equals(LIBRARIES) || method.equals(BACKGROUND);
    }

    /** What requests and the application's other work spent, per request. */
    double perRequest(Resource resource) {
        return sums.getOrDefault(resource, 0.0) / requests;
    }

    /** The calls that led to a method most often, the nearest first. */
    List<String> callers(String method) {
        return callers.getOrDefault(method, Map.of()).entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(List.of());
    }
}
