/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.AdviseCommand.Checked;
import dev.tuned.bench.advise.Advice;
import dev.tuned.bench.advise.Observation;
import dev.tuned.bench.advise.ProofCommand;
import dev.tuned.bench.compare.Agreement;
import dev.tuned.bench.compare.RecordedWorkload;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.Launch;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.recording.CannotLookException;
import dev.tuned.bench.recording.TargetJvm;

/** Looks at a service that runs, or starts one, warms it up, and looks at it while requests come. */
record AdviseSession(AdviseCommand options, Checked checked) {

    static Advice ofRunning(long pid, AdviseCommand options) throws IOException, InterruptedException {
        TargetJvm target = TargetJvm.ofSpringBoot(pid);
        TargetJvm.CommandLine started = target.commandLine();
        Path jar = started.jar();
        ProofCommand command = command(
                options.service,
                jar == null ? null : jar.toString(),
                target.javaHome(),
                started.jvmFlags(),
                started.arguments());
        System.out.println("looking at process " + pid + " for " + options.seconds
                + " s; to begin and to end costs it about a second of CPU each; threads of its flight recorder, and an"
                + " empty directory of it in its temporary directory, stay until it ends, nothing else does");
        String process = "process " + pid;
        String service = jar == null ? process : jar.getFileName() + " (" + process + ")";
        return look(target, options.seconds, service, command);
    }

    private static Advice look(TargetJvm target, int seconds, String service, ProofCommand command)
            throws IOException, InterruptedException {
        try (Observation observation = new Observation(target, Duration.ofSeconds(seconds))) {
            Interruption interruption = new Interruption(() -> close(observation));
            try (interruption) {
                return observation.advise(service, command);
            }
        }
    }

    private static void close(Observation observation) {
        try {
            observation.close();
        } catch (IOException ex) {
            System.err.println("A file of the recording is left: " + ex.getMessage());
        }
    }

    Advice run() throws IOException, InterruptedException {
        Children children = new Children();
        Interruption interruption = new Interruption(children::close);
        try (interruption;
                children;
                WorkDirectory work = WorkDirectory.create(children)) {
            Launch launch = Launch.jar(
                            "service",
                            checked.runtime().java(),
                            Arguments.split(options.service.jvm),
                            checked.jar().toAbsolutePath().normalize())
                    .with(Arguments.split(options.service.args));
            try (ServiceProcess service = ServiceProcess.start(launch, work.path(), children)) {
                service.awaitReady(options.service.ready, options.service.readyWithin(), System.out::println);
                return adviseUnderLoad(service);
            }
        }
    }

    private Advice adviseUnderLoad(ServiceProcess service) throws IOException, InterruptedException {
        RecordedWorkload workload = new RecordedWorkload(
                checked.requests(),
                Agreement.on("status", checked.requests()),
                options.service.connections,
                options.service.rate,
                options.service.warmUp(1),
                System.out::println);
        workload.check(service);
        workload.warmUp(service);
        TargetJvm target = TargetJvm.ofSpringBoot(service.pid());
        // The recording takes its time to start and to stop: the requests go on until it has.
        AtomicBoolean looked = new AtomicBoolean();
        ExecutorService loading = Executors.newSingleThreadExecutor();
        try {
            Future<LoadResult> load = loading.submit(() -> workload.load(service, looked::get));
            System.out.println("looking for " + options.seconds + " s");
            ProofCommand command = command(
                    options.service,
                    checked.jar().toString(),
                    options.service.java == null ? null : options.service.java.toString(),
                    Arguments.split(options.service.jvm),
                    Arguments.split(options.service.args));
            Advice advice =
                    look(target, options.seconds, checked.jar().getFileName().toString(), command);
            looked.set(true);
            load.get();
            return advice;
        } catch (CannotLookException ex) {
            service.requireAlive();
            throw ex;
        } catch (ExecutionException ex) {
            throw new IOException(ex.getCause());
        } finally {
            looked.set(true);
            loading.shutdown();
        }
    }

    private static ProofCommand command(
            ServiceOptions service,
            @Nullable String jar,
            @Nullable String java,
            List<String> jvmFlags,
            List<String> arguments) {
        return new ProofCommand(
                "java -jar " + System.getProperty("java.class.path"),
                jar,
                service.requests == null ? null : service.requests.toString(),
                java,
                jvmFlags,
                arguments,
                service.ready,
                service.connections,
                service.rate);
    }
}
