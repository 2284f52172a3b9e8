/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.tuned.bench.Session;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.report.HtmlReport;
import dev.tuned.bench.report.TextReport;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.bench.run.Plan;
import dev.tuned.bench.run.Run;
import dev.tuned.bench.run.RunState;
import dev.tuned.bench.run.Surroundings;
import dev.tuned.examples.beforeafter.catalog.FullRun;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.catalog.StarterExperiments;
import dev.tuned.examples.beforeafter.catalog.StaticFiles;
import dev.tuned.examples.beforeafter.catalog.Variants;
import dev.tuned.examples.beforeafter.catalog.Workloads;

/** A run of the example service. */
final class ProofSession extends Session<RunState> {

    private final RunOptions options;
    private final JavaRuntime java;
    private final String command;

    ProofSession(RunOptions options, JavaRuntime java, String command) {
        this.options = options;
        this.java = java;
        this.command = command;
    }

    @Override
    protected void measure(Path work) throws IOException, InterruptedException {
        Repository repository = Repository.ours();
        Path files = Files.createDirectories(work.resolve("files"));
        try (LocalCouchbase couchbase =
                new LocalCouchbase(repository.couchbase(java.java()), work.resolve("couchbase"), children())) {
            Plan plan = options.plan(
                    StarterExperiments.of(repository, files), java, FullRun.ofProperties(repository, java.describe()));
            RunState state = new RunState(
                    plan,
                    Surroundings.machine(java.describe(), Variants.JVM_FLAGS),
                    Surroundings.commit(repository.root()),
                    command,
                    options.earlier);
            begun(state);
            for (StaticFiles each : Workloads.FILES) {
                each.write(files);
            }
            couchbase.start();
            new Run(plan, java, couchbase, state, progress(), children(), work).run();
        }
    }

    @Override
    protected Outcome write(RunState measured) throws IOException {
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
