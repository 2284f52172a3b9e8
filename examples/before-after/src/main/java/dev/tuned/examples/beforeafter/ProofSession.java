/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.tuned.examples.beforeafter.catalog.FullRun;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.catalog.StaticFiles;
import dev.tuned.examples.beforeafter.catalog.Variants;
import dev.tuned.examples.beforeafter.catalog.Workloads;
import dev.tuned.examples.beforeafter.process.Children;
import dev.tuned.examples.beforeafter.process.JavaRuntime;
import dev.tuned.examples.beforeafter.process.Launch;
import dev.tuned.examples.beforeafter.report.HtmlReport;
import dev.tuned.examples.beforeafter.report.TextReport;
import dev.tuned.examples.beforeafter.result.Outcome;
import dev.tuned.examples.beforeafter.result.Results;
import dev.tuned.examples.beforeafter.result.ResultsFile;
import dev.tuned.examples.beforeafter.run.Plan;
import dev.tuned.examples.beforeafter.run.Run;
import dev.tuned.examples.beforeafter.run.RunState;
import dev.tuned.examples.beforeafter.run.Surroundings;

/** A run of the example service. */
final class ProofSession extends Session {

    private final RunOptions options;
    private final JavaRuntime java;
    private final String command;

    ProofSession(RunOptions options, JavaRuntime java, String command) {
        this.options = options;
        this.java = java;
        this.command = command;
    }

    /** The plans, to look at and not to run. */
    static Plans plans(Repository repository, Path files, int javaFeature) {
        Launch none = repository.couchbase(Path.of("java"));
        return new Plans(repository, new LocalCouchbase(none, files, new Children()), files, javaFeature);
    }

    @Override
    void measure(Path work) throws IOException, InterruptedException {
        Repository repository = Repository.ours();
        Path files = Files.createDirectories(work.resolve("files"));
        try (LocalCouchbase couchbase =
                new LocalCouchbase(repository.couchbase(java.java()), work.resolve("couchbase"), children())) {
            Plan plan = options.plan(
                    new Plans(repository, couchbase, files, java.version().feature()),
                    java,
                    FullRun.ofProperties(repository, java.describe()));
            RunState state = new RunState(
                    plan,
                    Surroundings.machine(java.describe(), Variants.JVM_FLAGS),
                    Surroundings.commit(repository.root()),
                    command,
                    options.earlier());
            begun(state);
            for (StaticFiles each : Workloads.FILES) {
                each.write(files);
            }
            couchbase.start();
            new Run(plan, java, couchbase, state, progress(), children(), work).run();
        }
    }

    @Override
    Outcome write(RunState measured) throws IOException {
        Results results = measured.snapshot();
        ResultsFile.write(options.json, ResultsFile.toJson(results));
        ResultsFile.write(options.html, HtmlReport.of(results));
        if (results.problem() != null) {
            System.err.println("stopped: " + results.problem());
        }
        System.out.println("written: " + options.json + ", " + options.html);
        System.out.print(TextReport.of(results));
        return results.outcome();
    }
}
