/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.FastLaunch;
import dev.tuned.bench.process.Launch;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.run.Environment;
import dev.tuned.bench.run.RunListener;

/**
 * Starts the services of columns.
 *
 * @param environment what the services need around them
 * @param listener is notified of the progress
 * @param children takes the processes
 * @param work a directory for their files
 */
public record Services(Environment environment, RunListener listener, Children children, Path work)
        implements RowRun.Starter {

    /**
     * What is counted does not depend on the compiler, and a start with the first one alone takes half the CPU. A JVM
     * that is killed leaves its file of performance counters.
     */
    public static final List<String> JVM_FLAGS = List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

    private static final String READY_PATH = "/actuator/health";

    /** Trains fast launches of jars that have none yet. */
    public void train(List<Column> columns) throws IOException, InterruptedException {
        Map<Path, FastLaunch> jars = new LinkedHashMap<>();
        columns.forEach(column -> jars.put(column.jar(), fast(column)));
        for (FastLaunch fast : jars.values()) {
            try (FileChannel channel =
                            FileChannel.open(fast.lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (lock.isValid() && fast.needsTraining()) {
                    train(fast);
                }
            }
        }
    }

    private void train(FastLaunch fast) throws IOException, InterruptedException {
        listener.announced("training fast launches of " + fast.jar().getFileName()
                + ": once for each build, no part of the row's time");
        String name = "training-" + fast.jar().getFileName().toString().replace(".jar", "");
        Launch launch = fast.prepareTraining(name, children).with(environment.argumentsFor(name));
        try (ServiceProcess service = ServiceProcess.start(launch, work.resolve(name), children)) {
            service.awaitReady(READY_PATH);
            service.get("/hello");
            service.get("/actuator/metrics/jvm.memory.used");
        }
        fast.trained();
    }

    private static FastLaunch fast(Column column) {
        return new FastLaunch(column.java(), column.jar(), JVM_FLAGS);
    }

    @Override
    public ServiceProcess start(Column column, int time) throws IOException, InterruptedException {
        String name = (column.name() + "-" + time).replace(' ', '-');
        Launch launch = fast(column)
                .launch(name)
                .withJvmFlags(List.of("-Xmx" + column.heap()))
                .with(column.arguments())
                .with(environment.argumentsFor(name))
                .withEnvironment(column.environment());
        ServiceProcess service = ServiceProcess.start(
                column.piped() ? launch.withPipedOutput() : launch, column.name(), work.resolve(name), children);
        service.awaitReady(READY_PATH);
        return service;
    }
}
