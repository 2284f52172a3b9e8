/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.compare.RecordedWorkload;
import dev.tuned.bench.compare.ServiceLoad;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.recording.CannotLookException;
import dev.tuned.bench.recording.TargetJvm;
import dev.tuned.bench.requests.FileRequest;
import dev.tuned.bench.run.Interruption;

/**
 * Looks at a service that runs, or starts one, warms it up, and looks at it while requests come.
 *
 * @param seconds for how long
 * @param load the load of a service that is started, and of the command that proves a finding
 * @param requests the file of requests, or {@code null}
 */
public record AdviseSession(
        int seconds, ServiceLoad load, @Nullable Path requests) {

    /**
     * Looks at a service that runs under load.
     *
     * @throws CannotLookException if its process is none that can be looked at
     */
    public Advice ofRunning(long pid) throws IOException, InterruptedException {
        TargetJvm target = TargetJvm.ofSpringBoot(pid);
        TargetJvm.CommandLine started = target.commandLine();
        Path jar = started.jar();
        System.out.println("looking at process " + pid + " for " + seconds
                + " s; to begin and to end costs it about a second of CPU each; threads of its flight recorder, and an"
                + " empty directory of it in its temporary directory, stay until it ends, nothing else does");
        String process = "process " + pid;
        String service = jar == null ? process : jar.getFileName() + " (" + process + ")";
        return look(target, service, command(jar, target.javaHome(), started.jvmFlags(), started.arguments()));
    }

    private Advice look(TargetJvm target, String service, ProofCommand command)
            throws IOException, InterruptedException {
        try (Observation observation = new Observation(target, Duration.ofSeconds(seconds))) {
            Interruption interruption = new Interruption(observation::close);
            try (interruption) {
                return observation.advise(service, command);
            }
        }
    }

    /**
     * Starts a service and looks at it under load.
     *
     * @param jar its jar as it was named
     * @param java the JDK that was asked for, or {@code null}
     * @param sent the requests
     */
    public Advice ofStarted(Variant service, Path jar, @Nullable Path java, List<FileRequest> sent)
            throws IOException, InterruptedException {
        ProofCommand command =
                command(jar, java == null ? null : java.toString(), service.jvmFlags(), service.arguments());
        Children children = new Children();
        Interruption interruption = new Interruption(children::close);
        try (interruption;
                children;
                ServiceProcess started = ServiceProcess.start(service, children.directory(), children)) {
            started.awaitReady(load.ready(), load.readyWithin(), System.out::println);
            RecordedWorkload workload = load.workload(sent, "status");
            load.warmUp().run(Map.of(started, List.of(workload)), System.out::println);
            return underLoad(started, workload, jar, command);
        }
    }

    private Advice underLoad(ServiceProcess service, RecordedWorkload workload, Path jar, ProofCommand command)
            throws IOException, InterruptedException {
        TargetJvm target = TargetJvm.ofSpringBoot(service.pid());
        // The recording takes its time to start and to stop: the requests go on until it has.
        AtomicBoolean looked = new AtomicBoolean();
        ExecutorService loading = Executors.newSingleThreadExecutor();
        try {
            Future<?> requestsSent = loading.submit(() -> {
                workload.load(service, looked::get);
                return null;
            });
            System.out.println("looking for " + seconds + " s");
            Advice advice = look(target, jar.getFileName().toString(), command);
            looked.set(true);
            requestsSent.get();
            return advice;
        } catch (CannotLookException ex) {
            service.requireAlive();
            throw ex;
        } catch (ExecutionException ex) {
            throw ex.getCause() instanceof IOException failure ? failure : new IOException(ex.getCause());
        } finally {
            looked.set(true);
            loading.shutdown();
        }
    }

    private ProofCommand command(
            @Nullable Path jar, @Nullable String java, List<String> jvmFlags, List<String> arguments) {
        return new ProofCommand(
                "java -jar " + System.getProperty("java.class.path"),
                jar == null ? null : jar.toString(),
                requests == null ? null : requests.toString(),
                java,
                jvmFlags,
                arguments,
                load);
    }
}
