/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.tuned.bench.judge.Claims;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.report.HtmlReport;
import dev.tuned.bench.report.TextReport;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.run.Plan;
import dev.tuned.bench.run.Run;
import dev.tuned.bench.run.RunState;
import dev.tuned.bench.run.Session;
import dev.tuned.bench.run.Site;
import dev.tuned.bench.run.Surroundings;
import dev.tuned.bench.run.Variant;
import dev.tuned.bench.run.WarmUp;
import dev.tuned.bench.run.Workload;
import dev.tuned.examples.beforeafter.catalog.FastLaunch;
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
                    StarterExperiments.of(repository, files), FullRun.ofProperties(repository, java.describe()));
            for (StaticFiles each : Workloads.FILES) {
                each.write(files);
            }
            couchbase.start();
            Site site = new Site(couchbase, progress(), children(), work);
            Plan fast = fast(plan, site);
            RunState state = new RunState(
                    fast,
                    Surroundings.machine(java.describe(), Variants.JVM_FLAGS),
                    Surroundings.commit(repository.root()),
                    command,
                    options.earlier);
            begun(state);
            new Run(fast, state, site).run();
        }
    }

    /** The same plan with fast launches, which are trained. */
    private Plan fast(Plan plan, Site site) throws IOException, InterruptedException {
        List<Experiment> experiments = new ArrayList<>();
        for (Experiment each : plan.experiments()) {
            List<Variant> variants = new ArrayList<>();
            for (Variant variant : each.variants()) {
                FastLaunch launch = new FastLaunch(java, variant.jar(), variant.jvmFlags());
                launch.train(site, variant.arguments(), plan.readyPath(), service -> {
                    for (Workload workload : each.workloadsOf(variant)) {
                        workload.begin(service);
                        workload.warmUp(service, WarmUp.Round.FIRST);
                        workload.end(service);
                    }
                });
                variants.add(launch.variant(variant));
            }
            experiments.add(new Experiment(each.name(), variants, each.comparisons(), each.withControl()));
        }
        return plan.with(experiments);
    }

    @Override
    protected Outcome write(RunState measured) throws IOException {
        Results results = Claims.of("Java " + java.version().feature()).judge(measured.plan(), measured.snapshot());
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
