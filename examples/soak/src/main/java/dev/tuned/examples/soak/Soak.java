/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.soak;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.load.Exchange;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.examples.beforeafter.catalog.Catalog;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Shell;

/** The service with all four starters under mixed load, while faults come and go. For one thread. */
final class Soak {

    private static final String NAME = "soak";
    /** Half of it in Couchbase, half in memory. */
    private static final Duration TTL = Duration.ofSeconds(2);

    /** The age of a value that was read, cached after the pause of the process, and served at the end of its TTL. */
    private static final Duration STALENESS =
            TTL.plusSeconds(Faults.PAUSE_SECONDS).plusSeconds(2);

    /** How long the service may wait for what it needs, such as Couchbase. */
    private static final Duration MAX_START = Duration.ofSeconds(30);

    private static final long END_SECONDS = 45;
    private static final long WRITE_MILLIS = 100;
    private static final int QUIET_SECONDS = 4;
    private static final int BETWEEN_SECONDS = 3;

    private final JavaRuntime java;
    private final @Nullable LocalCouchbase couchbase;
    private final Children children;
    private final Consumer<String> progress;
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final List<Sample> samples = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    /**
     * Creates a soak.
     *
     * @param java the runtime of the service
     * @param couchbase the Couchbase of this machine, or {@code null} if the service's arguments name another
     * @param children takes the service's process
     * @param progress receives a line for each event
     */
    Soak(JavaRuntime java, @Nullable LocalCouchbase couchbase, Children children, Consumer<String> progress) {
        this.java = java;
        this.couchbase = couchbase;
        this.children = children;
        this.progress = progress;
    }

    /**
     * Runs whole rounds of faults, at least two, until a duration has passed.
     *
     * @param launch the executable of the service, with the same runtime
     * @param directory an empty directory for everything
     */
    SoakResult run(Variant launch, Path directory, Duration duration) throws IOException, InterruptedException {
        Path files = Files.createDirectories(directory.resolve("files"));
        Files.write(files.resolve("soak.bin"), new byte[Traffic.FILE_SIZE]);
        try (RandomAccessFile large =
                new RandomAccessFile(files.resolve("large.bin").toFile(), "rw")) {
            large.setLength(20L << 20);
        }
        Path home = directory.resolve("service");
        try (SmallDisk logs = SmallDisk.at(home.resolve("logs"), 512, children);
                SmallDisk uploads = SmallDisk.at(home.resolve("tmp"), 64, children);
                ServiceProcess service =
                        ServiceProcess.start(launch.with(arguments(files).toArray(String[]::new)), home, children)) {
            service.awaitReady("/actuator/health/liveness");
            List<Fault> faults = new ArrayList<>(new Faults(service).ofMachine(logs, uploads));
            if (couchbase != null) {
                faults.addAll(Faults.ofCouchbase(couchbase, NAME));
            }
            return run(service, faults, logs.kind(), duration);
        }
    }

    private List<String> arguments(Path files) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                "--catalog.files-dir=" + files,
                "--logging.file.name=logs/service.log",
                "--logging.logback.rollingpolicy.max-file-size=1GB",
                "--management.endpoint.health.probes.enabled=true",
                "--spring.cache.couchbase.expiration=" + TTL.dividedBy(2).toSeconds() + "s",
                "--tuned.cache.ttl=" + TTL.dividedBy(2).toSeconds() + "s",
                "--tuned.threads.web.max-concurrency=64",
                "--tuned.threads.web.max-wait=20s"));
        if (couchbase != null) {
            arguments.addAll(couchbase.argumentsFor(NAME));
        }
        return arguments;
    }

    private SoakResult run(ServiceProcess service, List<Fault> faults, String disks, Duration duration)
            throws IOException, InterruptedException {
        Traffic traffic = new Traffic(service.address(), STALENESS);
        ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor();
        try {
            Future<?> unused =
                    writer.scheduleWithFixedDelay(() -> write(service), 0, WRITE_MILLIS, TimeUnit.MILLISECONDS);
            Thread.sleep(1000);
            // Such as unpacked libraries.
            Set<Path> temporaryBefore = temporaryFiles(service);
            traffic.check(MAX_START);
            long begin = System.nanoTime();
            traffic.start();
            Thread.sleep(5000);
            do {
                for (Fault fault : faults) {
                    pass(fault);
                }
                traffic.pause();
                sample(service, temporaryBefore);
                traffic.resume();
            } while (samples.size() < 2 || System.nanoTime() - begin < duration.toNanos());
            long minutes = Math.round((System.nanoTime() - begin) / 6e10);
            long dropped = Math.round(Catalog.meter(service, "tuned.logging.events.dropped?tag=appender:FILE"));
            end(service, traffic);
            return new SoakResult(
                    "%d minutes on Java %s; disks: %s".formatted(minutes, java.describe(), disks),
                    traffic.ledgers(),
                    LogLines.in(service.directory().resolve("logs"), traffic.accepted),
                    dropped,
                    counts,
                    samples,
                    traffic.oldestMillis.get(),
                    STALENESS.toMillis(),
                    problems);
        } finally {
            writer.shutdownNow();
        }
    }

    private void write(ServiceProcess service) {
        try {
            if (couchbase != null) {
                couchbase.write(Traffic.PREFIX, Traffic.PRODUCTS);
                return;
            }
            for (int i = 1; i <= Traffic.PRODUCTS; i++) {
                byte[] body =
                        ("{\"name\":\"" + System.currentTimeMillis() + "\"}").getBytes(StandardCharsets.ISO_8859_1);
                Exchange.send(
                        service.address(),
                        LoadRequest.of(
                                "PUT",
                                "/products/" + Traffic.PREFIX + "-" + i,
                                service.host(),
                                Map.of("Content-Type", "application/json"),
                                body,
                                answer -> true));
            }
        } catch (IOException ex) {
            // Nothing is written during a fault. The age of a product shows for how long.
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(Fault fault) throws IOException, InterruptedException {
        progress.accept(fault.name());
        fault.pass();
        counts.merge(fault.name(), 1, Integer::sum);
        Thread.sleep(BETWEEN_SECONDS * 1000L);
    }

    private void sample(ServiceProcess service, Set<Path> temporaryBefore) throws IOException, InterruptedException {
        Thread.sleep(QUIET_SECONDS * 1000L);
        Sample sample = Sample.of(service, java);
        progress.accept(sample.toString());
        samples.add(sample);
        Set<Path> left = temporaryFiles(service);
        left.removeAll(temporaryBefore);
        if (!left.isEmpty()) {
            problems.add("temporary files left: " + left);
        }
    }

    private static Set<Path> temporaryFiles(ServiceProcess service) throws IOException {
        return new TreeSet<>(Sample.temporaryFiles(service.directory().resolve("tmp")));
    }

    /** Ends the service by SIGTERM under load. */
    private void end(ServiceProcess service, Traffic traffic) throws IOException, InterruptedException {
        Thread.sleep(2000);
        progress.accept("SIGTERM");
        ProcessHandle process = ProcessHandle.of(service.pid()).orElseThrow();
        traffic.serviceEnds();
        Shell.signal(service.pid(), "TERM");
        counts.merge("SIGTERM under load", 1, Integer::sum);
        process.onExit()
                .completeOnTimeout(process, END_SECONDS, TimeUnit.SECONDS)
                .join();
        if (process.isAlive()) {
            problems.add("the service was still there " + END_SECONDS + " s after SIGTERM");
        }
        traffic.stop();
    }
}
