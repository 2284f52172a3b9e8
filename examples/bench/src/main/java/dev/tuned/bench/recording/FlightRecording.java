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
    private static final String FILE = "recording.jfr";
    private static final Duration GRACE = Duration.ofMinutes(5);

    private final TargetJvm target;
    private final String name;
    private final Path directory;
    private final Children files = new Children();
    private final Watchdog.Guard guard;
    private boolean running;

    private FlightRecording(TargetJvm target) throws IOException {
        this.target = target;
        directory = files.directory();
        name = directory.getFileName().toString();
        guard = files.guard(target.jcmd().toString(), Long.toString(target.pid()), "JFR.stop", "name=" + name);
    }

    /** Starts one that is meant for a time. */
    public static FlightRecording start(TargetJvm target, Settings settings, Duration time)
            throws IOException, InterruptedException {
        FlightRecording recording = new FlightRecording(target);
        try {
            recording.start(settings.xml(), time.plus(GRACE));
            return recording;
        } catch (IOException | InterruptedException | RuntimeException ex) {
            recording.close();
            throw ex;
        }
    }

    private void start(String settings, Duration longest) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("settings.jfc"), settings);
        running = true;
        String answer = target.ask(
                "JFR.start",
                "name=" + name,
                "settings=" + file,
                // Without a name the JVM makes a file in its working directory at once.
                "filename=" + directory.resolve(FILE),
                "duration=" + longest.toSeconds() + "s",
                "maxsize=400m");
        if (!answer.contains("Started recording")) {
            running = false;
            throw new CannotLookException("process " + target.pid() + " starts no flight recording: "
                    + answer.strip().replaceAll("\\s+", " "));
        }
    }

    /** Whether a JVM of a feature release counts and times methods, and samples CPU time. */
    public static boolean timesMethods(int java) {
        return java >= FIRST_WITH_TIMED_METHODS;
    }

    /** Ends the recording and returns its file, which lives until this is closed. */
    public synchronized Path stop() throws IOException, InterruptedException {
        Path file = directory.resolve(FILE);
        running = false;
        target.ask("JFR.stop", "name=" + name);
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

    @Override
    public synchronized void close() {
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
        guard.close();
        files.close();
    }
}
