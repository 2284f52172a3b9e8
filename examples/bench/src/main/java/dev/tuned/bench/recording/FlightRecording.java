/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.Watchdog;

/**
 * A flight recording of a service. {@link #close} ends it and deletes its files; so does a watchdog if this process is
 * killed before. Where there is none, the recording ends by itself five minutes after its time.
 */
public final class FlightRecording implements AutoCloseable {

    private static final int FIRST_WITH_TIMED_METHODS = 25;
    private static final Duration GRACE = Duration.ofMinutes(5);

    private final TargetJvm target;
    private final Children files = new Children();
    private final Path file;
    private final String name;
    private final Watchdog.Guard guard;

    private FlightRecording(TargetJvm target) throws IOException {
        this.target = target;
        name = files.directory().getFileName().toString();
        file = files.directory().resolve("recording.jfr");
        guard = files.guard(target.command("JFR.stop", "name=" + name).toArray(String[]::new));
    }

    /** Starts one that is meant for a time. */
    public static FlightRecording start(TargetJvm target, Settings settings, Duration time)
            throws IOException, InterruptedException {
        FlightRecording recording = new FlightRecording(target);
        try {
            Path file = recording.file;
            String answer = target.ask(
                    "JFR.start",
                    "name=" + recording.name,
                    "settings=" + Files.writeString(file.resolveSibling("settings.jfc"), settings.xml()),
                    // Without a name the JVM makes a file in its working directory at once.
                    "filename=" + file,
                    "duration=" + time.plus(GRACE).toSeconds() + "s",
                    "maxsize=400m");
            if (!answer.contains("Started recording")) {
                throw new CannotLookException("process " + target.pid() + " starts no flight recording: "
                        + answer.strip().replaceAll("\\s+", " "));
            }
            return recording;
        } catch (IOException | InterruptedException | RuntimeException ex) {
            recording.close();
            throw ex;
        }
    }

    /** Whether a JVM of a feature release counts and times methods, and samples CPU time. */
    public static boolean timesMethods(int java) {
        return java >= FIRST_WITH_TIMED_METHODS;
    }

    /** Ends the recording and returns its file, which lives until this is closed. */
    public Path stop() throws IOException, InterruptedException {
        target.ask("JFR.stop", "name=" + name);
        guard.close();
        if (!Files.exists(file) || Files.size(file) == 0) {
            throw new CannotLookException("process " + target.pid() + " left no recording");
        }
        return file;
    }

    /** Reads the events of a recording one after the other. */
    public static void read(Path file, Consumer<RecordedEvent> each) throws IOException {
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                each.accept(events.readEvent());
            }
        }
    }

    /** Where it still records, the watchdog ends that. */
    @Override
    public void close() {
        files.close();
    }
}
