/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.tuned.bench.process.Sockets;
import dev.tuned.bench.recording.FlightRecording;
import dev.tuned.bench.recording.Settings;
import dev.tuned.bench.recording.TargetJvm;
import dev.tuned.bench.run.OtherProcesses;

/** Looks at a service for a time. Nothing of it is left in the service when this is closed. */
public final class Observation implements AutoCloseable {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    private final TargetJvm target;
    private final Duration time;
    private final MethodTable methods = MethodTable.read();
    private final Map<String, Signals.Gets> gets;
    private final FlightRecording recording;

    /** Begins to look. */
    public Observation(TargetJvm target, Duration time) throws IOException, InterruptedException {
        this.target = target;
        this.time = time;
        // Its requests are none that came.
        this.gets = CacheMeters.read(target.pid());
        this.recording = FlightRecording.start(target, settings(), time);
    }

    private Settings settings() {
        Settings settings = new Settings()
                .event("jdk.FileWrite", "threshold", "0 ns", "throttle", "off", "stackTrace", "false")
                .event("jdk.ThreadDump", "period", "2 s")
                .event("jdk.CPULoad", "period", "1 s")
                .event("jdk.GarbageCollection", "threshold", "0 ms")
                .event("jdk.GCHeapSummary");
        return FlightRecording.timesMethods(target.java())
                ? settings.event("jdk.MethodTiming", "period", "endChunk", "filter", methods.filter())
                        .event("jdk.CPUTimeSample", "throttle", "100/s", "stackTrace", "true")
                : settings.event("jdk.ExecutionSample", "period", "20 ms");
    }

    /**
     * Waits for the time to pass and returns what came of it.
     *
     * @param service what the service is called
     * @param command how compare would start it
     */
    public Advice advise(String service, ProofCommand command) throws IOException, InterruptedException {
        List<Integer> connections = new ArrayList<>();
        OtherProcesses others =
                new OtherProcesses(ProcessHandle.of(target.pid()).stream().toList());
        long begin = System.nanoTime();
        long end = begin + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            Thread.sleep(Math.min(LOOK_EVERY.toMillis(), left / 1_000_000 + 1));
            target.requireAlive();
            connections.add(Sockets.connections(target.pid()));
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        double othersCpu = others.share() / Runtime.getRuntime().availableProcessors();
        Path recorded = recording.stop();
        RecordingReader.Beside beside = new RecordingReader.Beside(
                seconds, median(connections), othersCpu, CacheMeters.between(gets, CacheMeters.read(target.pid())));
        Signals signals = RecordingReader.read(recorded, methods, target.java(), beside);
        return Advice.of(service, signals, command);
    }

    /** Clients that connect again are in between. */
    private static double median(List<Integer> counts) {
        return counts.stream().sorted().skip(counts.size() / 2).findFirst().orElse(-1);
    }

    @Override
    public void close() {
        recording.close();
    }
}
