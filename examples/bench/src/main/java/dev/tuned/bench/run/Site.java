/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.Launch;
import dev.tuned.bench.process.RunningService;
import dev.tuned.bench.process.ServiceProcess;

/**
 * Where services run.
 *
 * @param environment what they need around them
 * @param listener is notified of the progress
 * @param children takes the processes; closing it ends the run
 * @param work a directory for the files of the run
 */
public record Site(Environment environment, RunListener listener, Children children, Path work) {

    /** Starts a service of a variant, or takes the one that runs already. */
    ServiceProcess start(String name, Variant variant) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(work.resolve(name));
        RunningService running = variant.running();
        if (running != null) {
            return ServiceProcess.running(running, name, variant.name(), directory, children);
        }
        Launch launch = Launch.jar(
                        name, Objects.requireNonNull(variant.java()).java(), variant.jvmFlags(), variant.jar())
                .with(variant.arguments())
                .with(environment.argumentsFor(name));
        return ServiceProcess.start(launch, variant.name(), directory, children);
    }
}
