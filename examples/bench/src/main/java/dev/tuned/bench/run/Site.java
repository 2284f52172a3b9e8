/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.nio.file.Path;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;

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
        Variant placed = variant.with(environment.argumentsFor(name).toArray(String[]::new));
        return new ServiceProcess(name, placed, work.resolve(name), children, null);
    }
}
