/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Shell;

/** Creates the faults of a soak, which can be repeated. For one thread. */
final class Faults {

    /** How long the process is paused. */
    static final int PAUSE_SECONDS = 5;

    private static final int UPLOAD_BYTES = 64 * 1024;

    private final long pid;
    private final Path logDirectory;
    private int renamed;

    Faults(ServiceProcess service) {
        pid = service.pid();
        logDirectory = service.directory().resolve("logs");
    }

    /** Faults of the disks and of the process itself. */
    List<Fault> ofMachine(SmallDisk logs, SmallDisk uploads) {
        return List.of(
                new Fault(
                        "disk of the logs full",
                        6,
                        () -> logs.fill(pid, Files.size(logFile()) + FileSizeLimit.ROOM_BYTES),
                        () -> logs.empty(pid)),
                new Fault(
                        "disk of the uploads full", 6, () -> uploads.fill(pid, UPLOAD_BYTES), () -> uploads.empty(pid)),
                new Fault("log file renamed", 1, this::renameLogFile, () -> {}),
                new Fault(
                        "pause of 5 s (SIGSTOP)",
                        PAUSE_SECONDS,
                        () -> Shell.signal(pid, "STOP"),
                        () -> Shell.signal(pid, "CONT")));
    }

    /** Faults of the Couchbase behind the caches; the source of the products is there, too, and is slow with it. */
    static List<Fault> ofCouchbase(LocalCouchbase couchbase, String service) {
        return List.of(
                new Fault(
                        "Couchbase silent to the caches",
                        3,
                        () -> couchbase.loseCaches(service, Duration.ofSeconds(3)),
                        () -> {}),
                new Fault(
                        "Couchbase slow (400 ms)",
                        5,
                        () -> couchbase.delay(service, 400),
                        () -> couchbase.delay(service, 0)));
    }

    /** The file that the service writes to, which keeps it open under its new name. */
    private Path logFile() {
        return logDirectory.resolve(renamed == 0 ? "service.log" : "service-by-hand-" + renamed + ".log");
    }

    private void renameLogFile() throws IOException {
        Path reopened = logDirectory.resolve("service.log");
        Path current = Files.exists(reopened) ? reopened : logFile();
        renamed++;
        Files.move(current, logFile());
    }
}
