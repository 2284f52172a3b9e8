/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

import dev.tuned.bench.recording.FlightRecording;
import dev.tuned.bench.recording.MethodTimings;

/** Counts what is in a recording. */
final class RecordingReader {

    private static final Pattern UPLOAD_FILE = Pattern.compile("upload_.*\\.tmp");

    private final MethodTable methods;
    private final Map<String, Signal> signals;
    private final MethodTimings timings = new MethodTimings();
    private final ThreadDumps dumps;
    private final Set<String> uploadFiles = new HashSet<>();
    private final Map<Signal, Long> in = new EnumMap<>(Signal.class);
    private long samples;
    private long uploadWrites;
    private long uploadBytes;
    private long otherWrites;
    private double machine;
    private double service;
    private int loads;
    private long collections;
    private long pauseNanos;
    private long usedAfter = -1;
    private long allocated;

    /**
     * What was seen beside the recording.
     *
     * @param seconds how long the service was looked at
     */
    record Beside(double seconds, double connections, double othersCpu, Map<String, Signals.Gets> caches) {}

    private RecordingReader(MethodTable methods) {
        this.methods = methods;
        this.signals = methods.signals();
        this.dumps = new ThreadDumps(methods);
    }

    static Signals read(Path file, MethodTable methods, int java, Beside beside) throws IOException {
        RecordingReader reader = new RecordingReader(methods);
        FlightRecording.read(file, reader::add);
        return reader.signals(java, beside);
    }

    private void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.MethodTiming" -> timings.add(event);
            case "jdk.CPUTimeSample", "jdk.ExecutionSample" -> sample(event.getStackTrace());
            case "jdk.ThreadDump" -> dumps.add(event.getString("result"));
            case "jdk.FileWrite" -> write(event.getString("path"), event.getLong("bytesWritten"));
            case "jdk.CPULoad" -> load(event);
            case "jdk.GarbageCollection" -> collection(event);
            case "jdk.GCHeapSummary" -> heap(event.getString("when"), event.getLong("heapUsed"));
            default -> {
                // Others come with every recording.
            }
        }
    }

    private static String name(RecordedMethod method) {
        return method.getType().getName() + "::" + method.getName();
    }

    private void sample(RecordedStackTrace stack) {
        if (stack == null) {
            return;
        }
        samples++;
        Set<Signal> found = EnumSet.noneOf(Signal.class);
        for (RecordedFrame frame : stack.getFrames()) {
            Signal signal = frame.isJavaFrame() ? signals.get(name(frame.getMethod())) : null;
            if (signal != null) {
                found.add(signal);
            }
        }
        found.forEach(signal -> in.merge(signal, 1L, Long::sum));
    }

    private void write(String path, long bytes) {
        String name = path == null ? "" : path.substring(path.lastIndexOf('/') + 1);
        if (UPLOAD_FILE.matcher(name).matches()) {
            uploadFiles.add(name);
            uploadWrites++;
            uploadBytes += bytes;
        } else {
            otherWrites++;
        }
    }

    private void collection(RecordedEvent event) {
        collections++;
        pauseNanos += event.getDuration("sumOfPauses").toNanos();
    }

    /** Counts the allocation from the end of one collection to the begin of the next. */
    private void heap(String when, long used) {
        if (when.startsWith("After")) {
            usedAfter = used;
        } else if (usedAfter >= 0) {
            allocated += Math.max(0, used - usedAfter);
        }
    }

    private void load(RecordedEvent event) {
        machine += event.getFloat("machineTotal");
        service += event.getFloat("jvmUser") + event.getFloat("jvmSystem");
        loads++;
    }

    private Signals signals(int java, Beside beside) {
        return new Signals(
                java,
                beside.seconds(),
                calls(methods, timings.all()),
                new Signals.Cpu(FlightRecording.timesMethods(java), samples, in),
                dumps.pool(),
                new Signals.Writes(uploadFiles.size(), uploadWrites, uploadBytes, otherWrites),
                machine / Math.max(1, loads),
                service / Math.max(1, loads),
                beside.connections(),
                new Signals.Heap(allocated, collections, pauseNanos),
                beside.othersCpu(),
                beside.caches());
    }

    /**
     * One method of a signal may call another, and an overload the next, so that their calls and times do not add up.
     * Of overloads the one with most calls stands for all: the others call it. Of methods it is the one that took
     * longest.
     */
    static Map<Signal, Signals.Calls> calls(MethodTable methods, List<MethodTimings.Timing> timings) {
        Map<Signal, Signals.Calls> calls = new EnumMap<>(Signal.class);
        methods.rows()
                .forEach(row -> timings.stream()
                        .filter(timing -> timing.count() > 0 && timing.method().equals(row.name()))
                        .max(Comparator.comparingLong(MethodTimings.Timing::count)
                                .thenComparingDouble(MethodTimings.Timing::nanos))
                        .map(timing -> new Signals.Calls(timing.count(), timing.nanos()))
                        .ifPresent(own -> calls.merge(row.signal(), own, (a, b) -> a.nanos() >= b.nanos() ? a : b)));
        return calls;
    }
}
