/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A flight recording of a service. It ends by {@link #close} at the latest, which deletes its files; should this process be
 * killed before, by itself five minutes after its time.
 */
final class FlightRecording implements AutoCloseable {

    private static final int FIRST_WITH_TIMED_METHODS = 25;
    private static final Duration GRACE = Duration.ofMinutes(5);

    private final TargetJvm target;
    private final String name;
    private final Path directory;
    private boolean running;

    private FlightRecording(TargetJvm target, Path directory) {
        this.target = target;
        this.directory = directory;
        this.name = "advise-" + ProcessHandle.current().pid();
    }

    /** Starts one that is meant for a time. */
    static FlightRecording start(TargetJvm target, MethodTable methods, Duration time)
            throws IOException, CannotLookException, InterruptedException {
        FlightRecording recording = new FlightRecording(target, Files.createTempDirectory("advise-"));
        try {
            recording.start(settings(target.java(), methods), time.plus(GRACE));
            return recording;
        } catch (IOException | CannotLookException | InterruptedException | RuntimeException ex) {
            recording.close();
            throw ex;
        }
    }

    private void start(String settings, Duration longest)
            throws IOException, CannotLookException, InterruptedException {
        Path file = Files.writeString(directory.resolve("advise.jfc"), settings);
        running = true;
        String answer = target.ask(
                "JFR.start",
                "name=" + name,
                "settings=" + file,
                "duration=" + longest.toSeconds() + "s",
                "maxsize=400m");
        if (!answer.contains("Started recording")) {
            running = false;
            throw new CannotLookException("process " + target.pid() + " starts no flight recording: "
                    + answer.strip().replaceAll("\\s+", " "));
        }
    }

    static boolean timesMethods(int java) {
        return java >= FIRST_WITH_TIMED_METHODS;
    }

    private static String settings(int java, MethodTable methods) {
        StringBuilder events = new StringBuilder();
        event(events, "jdk.FileWrite", "threshold", "0 ns", "throttle", "off", "stackTrace", "false");
        event(events, "jdk.ThreadDump", "period", "2 s");
        event(events, "jdk.CPULoad", "period", "1 s");
        event(events, "jdk.GarbageCollection", "threshold", "0 ms");
        event(events, "jdk.GCHeapSummary");
        if (timesMethods(java)) {
            event(events, "jdk.MethodTiming", "period", "endChunk", "filter", methods.filter());
            event(events, "jdk.CPUTimeSample", "throttle", "100/s", "stackTrace", "true");
        } else {
            event(events, "jdk.ExecutionSample", "period", "20 ms");
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration version=\"2.0\">\n" + events
                + "</configuration>\n";
    }

    private static void event(StringBuilder events, String name, String... settings) {
        events.append("<event name=\"").append(name).append("\">\n<setting name=\"enabled\">true</setting>\n");
        for (int i = 0; i < settings.length; i += 2) {
            events.append("<setting name=\"")
                    .append(settings[i])
                    .append("\">")
                    .append(settings[i + 1])
                    .append("</setting>\n");
        }
        events.append("</event>\n");
    }

    /** Ends the recording and returns its file, which lives until this is closed. */
    synchronized Path stop() throws CannotLookException, InterruptedException {
        Path file = directory.resolve("advise.jfr");
        running = false;
        target.ask("JFR.stop", "name=" + name, "filename=" + file);
        if (!Files.exists(file)) {
            throw new CannotLookException("process " + target.pid() + " left no recording");
        }
        return file;
    }

    @Override
    public synchronized void close() throws IOException {
        if (running) {
            running = false;
            try {
                target.ask("JFR.stop", "name=" + name);
            } catch (CannotLookException ex) {
                // The service has ended, and its recording with it.
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        }
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
